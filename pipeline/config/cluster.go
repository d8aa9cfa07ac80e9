package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"plyquet/pipeline/stage"
)

// Cluster says how a run is spread over the machines of a cluster. It decides nothing about the results.
type Cluster struct {
	Partition string           `yaml:"partition" jsonschema_description:"Slurm partition; empty = the site's default"`
	Account   string           `yaml:"account" jsonschema_description:"Slurm account; empty = the user's default"`
	Modules   []string         `yaml:"modules" jsonschema_description:"modules to load before each task"`
	Options   []string         `yaml:"options" jsonschema_description:"further options of sbatch, such as --qos=long"`
	Lines     []string         `yaml:"lines" jsonschema_description:"further lines of shell before each task"`
	Shards    int              `yaml:"shards" jsonschema_description:"tasks that share a stage"`
	Throttle  int              `yaml:"throttle" jsonschema_description:"tasks that run at a time; 0 = as many as there is room for"`
	CPUs      int              `yaml:"cpus" jsonschema_description:"CPUs of a task"`
	Memory    stage.Size       `yaml:"memory" jsonschema_description:"memory of a task; none = limits.memory and a quarter, or less where the need is measured"`
	Time      time.Duration    `yaml:"time" jsonschema_description:"time limit of a task where its cost is not measured"`
	Measured  string           `yaml:"measured" jsonschema_description:"name of a finished run with the same settings whose cost sizes the tasks, such as a pilot on a sample"`
	Image     string           `yaml:"image" jsonschema_description:"Kubernetes: container image with plyquet and an engine"`
	Volume    string           `yaml:"volume" jsonschema_description:"Kubernetes: persistent volume claim (ReadWriteMany), mounted where the configuration's paths are relative to"`
	Stages    map[string]Share `yaml:"stages" jsonschema_description:"settings of single stages"`
}

// Share are the settings of one stage; what is 0 is the cluster's.
type Share struct {
	Shards int           `yaml:"shards"`
	CPUs   int           `yaml:"cpus"`
	Memory stage.Size    `yaml:"memory"`
	Time   time.Duration `yaml:"time"`
}

// maxShards is below the usual MaxArraySize of 1,001 on purpose: a task that takes seconds costs more to schedule.
const maxShards = 1000

// validateCluster checks the section cluster.
func (d *decoder) validateCluster(f *File) {
	c := &f.Cluster
	d.positive("cluster.shards", c.Shards, 1, maxShards)
	d.positive("cluster.cpus", c.CPUs, 1, maxWorkers)
	d.positive("cluster.throttle", c.Throttle, 0, maxShards)
	if c.Time < time.Minute {
		d.complain("cluster.time", "%s is less than a minute", c.Time)
	}
	for path, list := range map[string][]string{"cluster.modules": c.Modules, "cluster.options": c.Options,
		"cluster.lines": c.Lines, "cluster.partition": {c.Partition}, "cluster.account": {c.Account}} {
		if slices.ContainsFunc(list, func(s string) bool { return strings.ContainsAny(s, "\n\r\x00") }) {
			d.complain(path, "a line break is not allowed here")
		}
	}
	for i, option := range c.Options {
		if !strings.HasPrefix(option, "-") {
			d.complain(fmt.Sprintf("cluster.options[%d]", i), "%q does not begin with -", option)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Stages)) {
		path, s := "cluster.stages."+name, c.Stages[name]
		if _, ok := f.Section(name); !ok {
			d.complain(path, "there is no stage %q", name)
		}
		d.positive(path+".shards", s.Shards, 0, maxShards)
		d.positive(path+".cpus", s.CPUs, 0, maxWorkers)
	}
}

func (d *decoder) positive(path string, n, least, most int) {
	if n < least || n > most {
		d.complain(path, "%d is not between %d and %d", n, least, most)
	}
}
