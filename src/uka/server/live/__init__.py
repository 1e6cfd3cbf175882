"""Tables and tournaments in memory: their registries, timers, subscribers and the lobby."""
