package cluster

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// Kubernetes writes the jobs as Indexed Jobs, one document each. Kubernetes has no order between jobs: each has a
// comment with what has to be complete before it.
//
// The shared folder is the claim cluster.volume, mounted at the Site's Base; temporary files and caches are on the node.
func (s Site) Kubernetes(jobs []Job) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# The run %s as %d jobs. Apply one after the other; before each, wait for those it names:\n"+
		"#   kubectl wait --for=condition=complete --timeout=-1s job/NAME\n", s.Run, len(jobs))
	for i, j := range jobs {
		text, err := yaml.MarshalWithOptions(s.indexedJob(j, i), yaml.IndentSequence(true))
		if err != nil {
			return "", fmt.Errorf("job %s: %w", j.Name, err)
		}
		fmt.Fprintf(&b, "---\n# %s\n", describe(j))
		for _, at := range j.After {
			fmt.Fprintf(&b, "# after %s\n", s.k8sName(jobs[at], at))
		}
		b.Write(text)
	}
	return b.String(), nil
}

type object = yaml.MapSlice

func entry(key string, value any) yaml.MapItem { return yaml.MapItem{Key: key, Value: value} }

// indexedJob is the manifest of a job. The index of a pod is in JOB_COMPLETION_INDEX, which --shards auto/N reads.
func (s Site) indexedJob(j Job, at int) object {
	tasks := max(j.Tasks, 1)
	parallel := tasks
	if s.Throttle > 0 {
		parallel = min(parallel, s.Throttle)
	}
	labels := object{entry("app", "plyquet"), entry("plyquet/run", label(s.Run)), entry("plyquet/step", fmt.Sprintf("%02d", at))}
	return object{
		entry("apiVersion", "batch/v1"),
		entry("kind", "Job"),
		entry("metadata", object{entry("name", s.k8sName(j, at)), entry("labels", labels)}),
		entry("spec", object{
			entry("completionMode", "Indexed"),
			entry("completions", tasks),
			entry("parallelism", parallel),
			entry("backoffLimitPerIndex", 3),
			entry("podFailurePolicy", failurePolicy()),
			entry("template", object{
				entry("metadata", object{entry("labels", labels)}),
				entry("spec", s.pod(j)),
			}),
		}),
	}
}

// failurePolicy: a task that was moved off its node does not count as failed, and one with a wrong configuration is not
// tried again.
func failurePolicy() object {
	return object{entry("rules", []object{
		{entry("action", "Ignore"), entry("onPodConditions", []object{{entry("type", "DisruptionTarget"), entry("status", "True")}})},
		{entry("action", "FailIndex"), entry("onExitCodes", object{
			entry("containerName", "plyquet"), entry("operator", "In"), entry("values", []int{2}),
		})},
	})}
}

func (s Site) pod(j Job) object {
	command := s.command(j)
	if j.Tasks == 0 && !j.Last { // see Script
		command = []string{"/bin/sh", "-c", quoteAll(command) + " || [ $? -eq 3 ]"}
	}
	need := object{entry("cpu", fmt.Sprint(j.CPUs))}
	if j.Memory > 0 {
		need = append(need, entry("memory", fmt.Sprintf("%dMi", (j.Memory+1<<20-1)>>20)))
	}
	return object{
		entry("restartPolicy", "Never"),
		entry("activeDeadlineSeconds", int64(time.Duration(j.Time).Seconds())),
		entry("containers", []object{{
			entry("name", "plyquet"),
			entry("image", s.Image),
			entry("command", command),
			entry("workingDir", s.Base),
			entry("env", []object{{entry("name", "TMPDIR"), entry("value", "/scratch")}, {entry("name", "GOMAXPROCS"), entry("value", fmt.Sprint(j.CPUs))}}),
			entry("resources", object{entry("requests", need), entry("limits", need)}),
			entry("volumeMounts", []object{
				{entry("name", "shared"), entry("mountPath", s.Base)},
				{entry("name", "scratch"), entry("mountPath", "/scratch")},
			}),
		}}),
		entry("volumes", []object{
			{entry("name", "shared"), entry("persistentVolumeClaim", object{entry("claimName", s.Volume)})},
			{entry("name", "scratch"), entry("emptyDir", object{})},
		}),
	}
}

var notName = regexp.MustCompile(`[^a-z0-9-]+`)

// k8sName is a name as Kubernetes wants it: at most 63 of a-z, 0-9 and -, of which the pods' numbers need some.
func (s Site) k8sName(j Job, at int) string {
	run := strings.Trim(notName.ReplaceAllString(strings.ToLower(s.Run), "-"), "-")
	return strings.Trim(fmt.Sprintf("plyquet-%.20s", run), "-") + fmt.Sprintf("-%02d-%s", at, j.Name)
}

// label is a value as Kubernetes wants it.
func label(value string) string {
	return strings.Trim(fmt.Sprintf("%.60s", value), "-._")
}
