/// The SQL of the cache.
