package cluster

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"plyquet/pipeline/config"
)

// A Site is where jobs run: all paths are absolute and lead to the same files on every node.
type Site struct {
	config.Cluster
	Run     string // name of the run
	Program string // plyquet
	Config  string // the configuration, which must not change while jobs are waiting
	Base    string // what relative paths in it are taken from
	Data    string // folder of runs
	Logs    string // folder of the logs of tasks
}

// Script is the batch script of a job. What depends on other jobs is given when it is submitted, see Submit.
func (s Site) Script(j Job) string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	for _, option := range s.options(j) {
		if quote(option) != option { // sbatch reads these lines with rules of its own
			option = `"` + strings.ReplaceAll(option, `"`, `\"`) + `"`
		}
		fmt.Fprintf(&b, "#SBATCH %s\n", option)
	}
	b.WriteString("set -e\n") // not -u: the scripts of many sites' modules do not bear it
	for _, m := range s.Modules {
		fmt.Fprintf(&b, "module load %s\n", quote(m))
	}
	for _, line := range s.Lines {
		b.WriteString(line + "\n")
	}
	command := quoteAll(s.command(j))
	switch {
	case j.Tasks > 0:
		fmt.Fprintf(&b, taskScript, command)
	case j.Last:
		fmt.Fprintf(&b, "%s\n", command)
	default:
		// 3 is "done, but more was rejected than is allowed": the last job says so as well, what comes between goes on.
		fmt.Fprintf(&b, "%s || [ $? -eq 3 ]\n", command)
	}
	return b.String()
}

// taskScript runs a task. SIGTERM is passed on to it, so that it finishes the parts in flight. One that was killed, by
// the out-of-memory killer or an operator, goes back into the queue; Slurm itself does that only when a node is lost.
const taskScript = `trap 'kill -TERM $task 2>/dev/null' TERM
%s & task=$!
wait $task && code=0 || code=$?
while kill -0 $task 2>/dev/null; do wait $task && code=0 || code=$?; done
if [ $code -eq 137 ] && [ ${SLURM_RESTART_COUNT:-0} -lt 3 ]; then scontrol requeue $SLURM_JOB_ID && sleep 60; fi
exit $code
`

func (s Site) command(j Job) []string {
	words := []string{s.Program, j.Args[0], s.Config}
	words = append(words, j.Args[1:]...)
	return append(words, "--data", s.Data)
}

// options are those of sbatch that do not depend on other jobs.
func (s Site) options(j Job) []string {
	log := "-%j.log"
	if j.Tasks > 0 {
		log = "-%A_%a.log"
	}
	list := []string{
		"--job-name=" + s.name(j),
		"--chdir=" + s.Base,
		"--output=" + s.Logs + "/" + j.Name + log,
		"--open-mode=append", // a task that is started again does not erase why
		"--requeue",
		"--kill-on-invalid-dep=yes", // or it would wait for ever when a job before it has failed
		fmt.Sprintf("--cpus-per-task=%d", j.CPUs),
		"--time=" + clock(time.Duration(j.Time)),
	}
	if j.Memory > 0 {
		list = append(list, fmt.Sprintf("--mem=%dM", (j.Memory+1<<20-1)>>20))
	}
	if j.Tasks > 0 {
		// Two minutes before its time is up, a task ends with what it has finished.
		list = append(list, "--signal=B:TERM@120", "--array="+s.array(j))
	}
	if s.Partition != "" {
		list = append(list, "--partition="+s.Partition)
	}
	if s.Account != "" {
		list = append(list, "--account="+s.Account)
	}
	return append(list, s.Options...)
}

// name of a job. Those that write the manifest share one, so that `singleton` keeps them apart.
func (s Site) name(j Job) string {
	if j.Alone {
		return "plyquet-" + s.Run
	}
	return "plyquet-" + s.Run + "-" + j.Name
}

// array writes the tasks of an array as sbatch takes them: 0-15%4, or 3,7.
func (s Site) array(j Job) string {
	text := ranges(j.Todo)
	if j.Todo == nil {
		text = fmt.Sprintf("0-%d", j.Tasks-1)
	}
	if s.Throttle > 0 {
		text += "%" + strconv.Itoa(s.Throttle)
	}
	return text
}

// ranges writes ascending numbers shortly: 1,3-5.
func ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		end := i
		for end+1 < len(list) && list[end+1] == list[end]+1 {
			end++
		}
		if end == i {
			parts = append(parts, strconv.Itoa(list[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", list[i], list[end]))
		}
		i = end + 1
	}
	return strings.Join(parts, ",")
}

// Submit are the options of sbatch that depend on other jobs; ids are their numbers, in the order of Jobs.
func Submit(j Job, ids []string) []string {
	var conditions []string
	for _, at := range j.After {
		conditions = append(conditions, "afterok:"+ids[at])
	}
	if j.Alone {
		conditions = append(conditions, "singleton")
	}
	if len(conditions) == 0 {
		return []string{"--parsable"}
	}
	return []string{"--parsable", "--dependency=" + strings.Join(conditions, ",")}
}

// Shell is a script that submits all jobs: what a dry run prints. config is the text of the configuration.
func (s Site) Shell(jobs []Job, config string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#!/bin/bash\n# Submits the run %s: %d jobs.\nset -eu\nmkdir -p %s %s\ncat > %s <<'CONFIG'\n%sCONFIG\n", s.Run, len(jobs),
		quote(s.Logs), quote(path.Dir(s.Config)), quote(s.Config), config)
	ids := make([]string, len(jobs))
	for i, j := range jobs {
		ids[i] = fmt.Sprintf("$job%d", i)
		var options []string
		for _, o := range Submit(j, ids) {
			options = append(options, `"`+o+`"`)
		}
		fmt.Fprintf(&b, "\n# %s\njob%d=$(sbatch %s <<'JOB'\n%sJOB\n)\njob%d=${job%d%%%%;*}\n", describe(j), i, strings.Join(options, " "), s.Script(j), i, i)
	}
	return b.String()
}

func describe(j Job) string {
	tasks := "one process"
	if j.Tasks > 0 {
		n := len(j.Todo)
		if j.Todo == nil {
			n = j.Tasks
		}
		tasks = fmt.Sprintf("%d tasks", n)
	}
	return fmt.Sprintf("%s: %s of %d CPUs, %d MiB, up to %s", j.Name, tasks, j.CPUs, j.Memory>>20, clock(time.Duration(j.Time)))
}

// clock writes a time limit as Slurm takes it: [D-]HH:MM:SS.
func clock(d time.Duration) string {
	s := int64(d.Seconds())
	text := fmt.Sprintf("%02d:%02d:%02d", s/3600%24, s/60%60, s%60)
	if days := s / 86400; days > 0 {
		text = fmt.Sprintf("%d-%s", days, text)
	}
	return text
}

// quote makes one word of the shell.
func quote(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}
