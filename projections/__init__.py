"""Read models built from the log; always disposable."""
