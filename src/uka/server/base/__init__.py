"""What every part of the server uses: options, limits, logs, metrics, refusals."""
