"""Several server processes over one store: replicated logs, membership, notifications, shared rate limits."""
