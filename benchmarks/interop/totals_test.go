package interop

import (
	"database/sql"
	"fmt"
	"math"
	"reflect"
	"testing"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// total sums up a column. Text counts its bytes; flags count the true ones; dates and times count their units. Hashes
// overflow a sum, so every integer is taken modulo a prime first.
type total struct {
	Rows, Nulls int64
	Sum         float64
}

const modulus = 1_000_003

func (a total) equal(b total) bool {
	return a.Rows == b.Rows && a.Nulls == b.Nulls && math.Abs(a.Sum-b.Sum) <= 1e-6*max(1, math.Abs(b.Sum))
}

func describe[T any](id stage.TableID) known {
	return known{
		id: id, columns: table.Columns[T],
		totals: func(files []stage.File) (map[string]total, error) { return totals[T](files) },
		sample: func(t *testing.T, dir string) { writeSample[T](t, dir, id) },
	}
}

func totals[T any](files []stage.File) (map[string]total, error) {
	columns, err := table.Columns[T]()
	if err != nil {
		return nil, err
	}
	sums := make([]total, len(columns))
	for row, err := range table.Read[T](files) {
		if err != nil {
			return nil, err
		}
		v := reflect.ValueOf(row).Elem()
		for i := range columns {
			x, ok := measure(v.Field(i))
			sums[i].Rows++
			if !ok {
				sums[i].Nulls++
				continue
			}
			sums[i].Sum += x
		}
	}
	named := map[string]total{}
	for i, c := range columns {
		named[c.Name] = sums[i]
	}
	return named, nil
}

// measure is what a value adds to the sum, and false for null.
func measure(v reflect.Value) (float64, bool) {
	if get := v.MethodByName("Get"); get.IsValid() {
		out := get.Call(nil)
		if !out[1].Bool() {
			return 0, false
		}
		v = out[0]
	}
	switch {
	case v.Kind() == reflect.String:
		return float64(len(v.String())), true
	case v.Kind() == reflect.Bool && v.Bool():
		return 1, true
	case v.Kind() == reflect.Bool:
		return 0, true
	case v.CanFloat():
		return v.Float(), true
	}
	return float64(v.Int() % modulus), true
}

// duckTotal is the same sum in SQL.
func duckTotal(t *testing.T, db *sql.DB, dir string, id stage.TableID, c table.Column) total {
	t.Helper()
	name := `"` + c.Name + `"`
	x := map[string]string{
		"string": "octet_length(encode(%s))", "bool": "%s::INT", "float32": "%s::DOUBLE",
		"date": "date_diff('day', DATE '1970-01-01', %s) %% 1000003", "time": "epoch(%s) %% 1000003",
		"timestamp": "epoch_us(%s) %% 1000003",
	}[c.Type]
	if x == "" {
		x = "%s::BIGINT %% 1000003"
	}
	q := fmt.Sprintf("SELECT count(*), count(*) - count(%s), coalesce(sum((%s)::DOUBLE), 0) FROM %s", name, fmt.Sprintf(x, name), source(dir, id))
	return query[total](t, db, q, func(r *sql.Rows, v *total) error { return r.Scan(&v.Rows, &v.Nulls, &v.Sum) })[0]
}

// writeSample writes two parts: one with full rows and rows whose Opt fields are null, and one with no rows.
func writeSample[T any](t *testing.T, dir string, id stage.TableID) {
	t.Helper()
	for index, n := range []int{1000, 0} {
		s := table.NewStaging(dir, index, table.Options{RowGroup: 300, Metadata: map[string]string{"stage": string(id)}})
		w, err := table.Create[T](s, id)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			var row T
			v := reflect.ValueOf(&row).Elem()
			for f := range v.NumField() {
				set(v.Field(f), int64(i), int64(f))
			}
			if err := w.Write(row); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Commit(); err != nil {
			t.Fatal(err)
		}
	}
}

// set gives a field a value that depends on row and field; every fourth row leaves the Opt fields null. They are set
// through their address, because their content is private.
func set(v reflect.Value, row, field int64) {
	n := row*31 + field
	if v.Addr().MethodByName("Get").IsValid() && row%4 == 3 {
		return
	}
	switch p := v.Addr().Interface().(type) {
	case *table.Opt[string]:
		*p = table.Some(fmt.Sprintf("text %d \u00fc", n))
	case *table.Opt[bool]:
		*p = table.Some(n%2 == 0)
	case *table.Opt[int16]:
		*p = table.Some(int16(n))
	case *table.Opt[int32]:
		*p = table.Some(int32(-n))
	case *table.Opt[int64]:
		*p = table.Some(n << 40)
	case *table.Opt[float32]:
		*p = table.Some(float32(n) / 3)
	case *table.Opt[table.Date]:
		*p = table.Some(table.Date(n - 1000))
	case *table.Opt[table.TimeOfDay]:
		*p = table.Some(table.TimeOfDay(n % 86_400))
	case *table.Opt[table.Timestamp]:
		*p = table.Some(table.Timestamp(n << 30))
	default:
		setPlain(v, row)
	}
}

// setPlain fills required fields, keys among them: with the row number, so that the tables join one to one.
func setPlain(v reflect.Value, row int64) {
	switch {
	case v.Kind() == reflect.String:
		v.SetString(fmt.Sprintf("name %d", row))
	case v.Kind() == reflect.Bool:
		v.SetBool(row%3 == 0)
	case v.CanFloat():
		v.SetFloat(float64(row))
	default:
		v.SetInt(row)
	}
}
