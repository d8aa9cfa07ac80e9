package rows_test

import (
	"reflect"
	"slices"
	"testing"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// roundTrip writes rows with every field set, with every Opt null, and reads them back.
func roundTrip[T any](t *testing.T, id stage.TableID) {
	t.Run(string(id), func(t *testing.T) {
		want := []T{filled[T](t, 1), *new(T), filled[T](t, 2), filled[T](t, 3), *new(T)}
		s := table.NewStaging(t.TempDir(), 0, table.Options{RowGroup: 3})
		w, err := table.Create[T](s, id)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(want...); err != nil {
			t.Fatal(err)
		}
		files, err := s.Commit()
		if err != nil {
			t.Fatal(err)
		}
		var got []T
		for row, err := range table.Read[T](files[id]) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, *row)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	})
}

func TestRowsOfEveryTableComeBack(t *testing.T) {
	roundTrip[rows.Block](t, rows.Blocks)
	roundTrip[rows.Game](t, rows.Games)
	roundTrip[rows.Ply](t, rows.Plies)
	roundTrip[rows.Reject](t, rows.Rejects)
	roundTrip[rows.Position](t, rows.Positions)
	roundTrip[rows.PositionMove](t, rows.PositionMoves)
	roundTrip[rows.Evaluation](t, rows.Evaluations)
	roundTrip[rows.Grade](t, rows.Grades)
	roundTrip[rows.PlayerAccuracy](t, rows.GameAccuracy)
	roundTrip[rows.ComplexityRow](t, rows.Complexity)
	roundTrip[rows.Signal](t, rows.Signals)
	roundTrip[rows.MoveSignal](t, rows.MoveSignals)
	roundTrip[rows.Correlation](t, rows.Correlations)
	roundTrip[rows.Label](t, rows.Labels)
	roundTrip[rows.ValidationRow](t, rows.Validation)
	roundTrip[rows.ValidationZRow](t, rows.ValidationZ)
	roundTrip[rows.BenchRun](t, rows.BenchRuns)
}

// filled sets every field of T to a value that depends on the seed.
func filled[T any](t *testing.T, seed int64) T {
	var row T
	v := reflect.ValueOf(&row).Elem()
	for i := range v.NumField() {
		fill(t, v.Field(i), seed*100+int64(i))
	}
	return row
}

func fill(t *testing.T, v reflect.Value, n int64) {
	switch p := v.Addr().Interface().(type) {
	case *table.Opt[string]:
		*p = table.Some(name(n))
	case *table.Opt[bool]:
		*p = table.Some(n%2 == 0)
	case *table.Opt[int16]:
		*p = table.Some(int16(n))
	case *table.Opt[int32]:
		*p = table.Some(int32(n))
	case *table.Opt[int64]:
		*p = table.Some(n)
	case *table.Opt[float32]:
		*p = table.Some(float32(n) / 7)
	case *table.Opt[table.Date]:
		*p = table.Some(table.Date(n))
	case *table.Opt[table.TimeOfDay]:
		*p = table.Some(table.TimeOfDay(n))
	case *table.Opt[table.Timestamp]:
		*p = table.Some(table.Timestamp(n))
	default:
		fillPlain(t, v, n)
	}
}

func fillPlain(t *testing.T, v reflect.Value, n int64) {
	switch {
	case v.Kind() == reflect.String:
		v.SetString(name(n))
	case v.Kind() == reflect.Bool:
		v.SetBool(n%2 == 0)
	case v.CanInt():
		v.SetInt(n)
	case v.CanFloat():
		v.SetFloat(float64(float32(n) / 7))
	default:
		t.Fatalf("no value for a field of type %s", v.Type())
	}
}

func name(n int64) string { return string(rune('a'+n%26)) + "\u00fc\u7d42" }

// Readers prune by sort columns; a null in one would have no place in the order.
func TestSortColumnsAreNeverNull(t *testing.T) {
	for id, columns := range map[stage.TableID]func() ([]table.Column, error){
		rows.Games: table.Columns[rows.Game], rows.Plies: table.Columns[rows.Ply],
		rows.Positions: table.Columns[rows.Position], rows.PositionMoves: table.Columns[rows.PositionMove],
		rows.Evaluations: table.Columns[rows.Evaluation],
	} {
		list, err := columns()
		if err != nil {
			t.Fatal(err)
		}
		sorted := 0
		for _, c := range list {
			if slices.Contains(c.Options, "sort") {
				sorted++
				if c.Nullable {
					t.Errorf("%s: sort column %s may be null", id, c.Name)
				}
			}
		}
		if sorted == 0 {
			t.Errorf("%s declares no order", id)
		}
	}
}
