"""Speed against yardsticks, as ratios taken in one run. Tests never time; this does nothing else."""
