#!/bin/bash
# Submits the run lunch: 7 jobs.
set -eu
mkdir -p '/scratch/it'\''s/runs/lunch/logs' '/scratch/it'\''s/runs/lunch/cluster'
cat > '/scratch/it'\''s/runs/lunch/cluster/config.yaml' <<'CONFIG'
run: lunch
CONFIG

# buy: one process of 1 CPUs, 5120 MiB, up to 04:00:00
job0=$(sbatch "--parsable" "--dependency=singleton" <<'JOB'
#!/bin/bash
#SBATCH --job-name=plyquet-lunch
#SBATCH --chdir=/home/ash
#SBATCH "--output=/scratch/it's/runs/lunch/logs/buy-%j.log"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --mem=5120M
#SBATCH --partition=main
#SBATCH --account=chess
#SBATCH --qos=long
set -e
module load stockfish/16
export LANG=C
'/opt/chess tools/plyquet' run '/scratch/it'\''s/runs/lunch/cluster/config.yaml' --from buy --to wash --data '/scratch/it'\''s' || [ $? -eq 3 ]
JOB
)
job0=${job0%%;*}

# cut-1: 8 tasks of 1 CPUs, 5120 MiB, up to 04:00:00
job1=$(sbatch "--parsable" "--dependency=afterok:$job0" <<'JOB'
#!/bin/bash
#SBATCH --job-name=plyquet-lunch-cut-1
#SBATCH --chdir=/home/ash
#SBATCH "--output=/scratch/it's/runs/lunch/logs/cut-1-%A_%a.log"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --mem=5120M
#SBATCH --signal=B:TERM@120
#SBATCH --array=0-7%3
#SBATCH --partition=main
#SBATCH --account=chess
#SBATCH --qos=long
set -e
module load stockfish/16
export LANG=C
trap 'kill -TERM $task 2>/dev/null' TERM
'/opt/chess tools/plyquet' run '/scratch/it'\''s/runs/lunch/cluster/config.yaml' --only cut --shards auto/8 --phase 1 --data '/scratch/it'\''s' & task=$!
wait $task && code=0 || code=$?
while kill -0 $task 2>/dev/null; do wait $task && code=0 || code=$?; done
if [ $code -eq 137 ] && [ ${SLURM_RESTART_COUNT:-0} -lt 3 ]; then scontrol requeue $SLURM_JOB_ID && sleep 60; fi
exit $code
JOB
)
job1=${job1%%;*}

# cut-2: 2 tasks of 1 CPUs, 5120 MiB, up to 04:00:00
job2=$(sbatch "--parsable" "--dependency=afterok:$job1" <<'JOB'
#!/bin/bash
#SBATCH --job-name=plyquet-lunch-cut-2
#SBATCH --chdir=/home/ash
#SBATCH "--output=/scratch/it's/runs/lunch/logs/cut-2-%A_%a.log"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --mem=5120M
#SBATCH --signal=B:TERM@120
#SBATCH --array=0-1%3
#SBATCH --partition=main
#SBATCH --account=chess
#SBATCH --qos=long
set -e
module load stockfish/16
export LANG=C
trap 'kill -TERM $task 2>/dev/null' TERM
'/opt/chess tools/plyquet' run '/scratch/it'\''s/runs/lunch/cluster/config.yaml' --only cut --shards auto/2 --phase 2 --data '/scratch/it'\''s' & task=$!
wait $task && code=0 || code=$?
while kill -0 $task 2>/dev/null; do wait $task && code=0 || code=$?; done
if [ $code -eq 137 ] && [ ${SLURM_RESTART_COUNT:-0} -lt 3 ]; then scontrol requeue $SLURM_JOB_ID && sleep 60; fi
exit $code
JOB
)
job2=${job2%%;*}

# cut-commit: one process of 1 CPUs, 5120 MiB, up to 04:00:00
job3=$(sbatch "--parsable" "--dependency=afterok:$job2,singleton" <<'JOB'
#!/bin/bash
#SBATCH --job-name=plyquet-lunch
#SBATCH --chdir=/home/ash
#SBATCH "--output=/scratch/it's/runs/lunch/logs/cut-commit-%j.log"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --mem=5120M
#SBATCH --partition=main
#SBATCH --account=chess
#SBATCH --qos=long
set -e
module load stockfish/16
export LANG=C
'/opt/chess tools/plyquet' commit '/scratch/it'\''s/runs/lunch/cluster/config.yaml' --only cut --data '/scratch/it'\''s' || [ $? -eq 3 ]
JOB
)
job3=${job3%%;*}

# cook: 8 tasks of 1 CPUs, 5120 MiB, up to 04:00:00
job4=$(sbatch "--parsable" "--dependency=afterok:$job0" <<'JOB'
#!/bin/bash
#SBATCH --job-name=plyquet-lunch-cook
#SBATCH --chdir=/home/ash
#SBATCH "--output=/scratch/it's/runs/lunch/logs/cook-%A_%a.log"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --mem=5120M
#SBATCH --signal=B:TERM@120
#SBATCH --array=0-7%3
#SBATCH --partition=main
#SBATCH --account=chess
#SBATCH --qos=long
set -e
module load stockfish/16
export LANG=C
trap 'kill -TERM $task 2>/dev/null' TERM
'/opt/chess tools/plyquet' run '/scratch/it'\''s/runs/lunch/cluster/config.yaml' --only cook --shards auto/8 --data '/scratch/it'\''s' & task=$!
wait $task && code=0 || code=$?
while kill -0 $task 2>/dev/null; do wait $task && code=0 || code=$?; done
if [ $code -eq 137 ] && [ ${SLURM_RESTART_COUNT:-0} -lt 3 ]; then scontrol requeue $SLURM_JOB_ID && sleep 60; fi
exit $code
JOB
)
job4=${job4%%;*}

# cook-commit: one process of 1 CPUs, 5120 MiB, up to 04:00:00
job5=$(sbatch "--parsable" "--dependency=afterok:$job4,singleton" <<'JOB'
#!/bin/bash
#SBATCH --job-name=plyquet-lunch
#SBATCH --chdir=/home/ash
#SBATCH "--output=/scratch/it's/runs/lunch/logs/cook-commit-%j.log"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --mem=5120M
#SBATCH --partition=main
#SBATCH --account=chess
#SBATCH --qos=long
set -e
module load stockfish/16
export LANG=C
'/opt/chess tools/plyquet' commit '/scratch/it'\''s/runs/lunch/cluster/config.yaml' --only cook --data '/scratch/it'\''s' || [ $? -eq 3 ]
JOB
)
job5=${job5%%;*}

# last: one process of 1 CPUs, 5120 MiB, up to 04:00:00
job6=$(sbatch "--parsable" "--dependency=afterok:$job3,afterok:$job5,singleton" <<'JOB'
#!/bin/bash
#SBATCH --job-name=plyquet-lunch
#SBATCH --chdir=/home/ash
#SBATCH "--output=/scratch/it's/runs/lunch/logs/last-%j.log"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --mem=5120M
#SBATCH --partition=main
#SBATCH --account=chess
#SBATCH --qos=long
set -e
module load stockfish/16
export LANG=C
'/opt/chess tools/plyquet' run '/scratch/it'\''s/runs/lunch/cluster/config.yaml' --data '/scratch/it'\''s'
JOB
)
job6=${job6%%;*}
