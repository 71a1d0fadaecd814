/** What the management port measures, and by which labels: for whoever asks for it. */
export const METRICS: Record<string, readonly string[]> = {
  foyer_http_requests_total: ['route', 'status', 'cache'],
  foyer_http_request_duration_seconds: ['route', 'le'],
  foyer_render_duration_seconds: ['lane', 'le'],
  foyer_upstream_calls_total: ['outcome'],
  foyer_upstream_call_duration_seconds: ['le'],
  foyer_pictures_total: ['outcome'],
  foyer_disk_cache_faults_total: ['cache', 'fault'],
  foyer_redis_up: [],
  foyer_redis_failures_total: ['kind'],
  foyer_cache_bytes: ['cache'],
  foyer_cache_entries: ['cache'],
  process_resident_memory_bytes: [],
  nodejs_eventloop_lag_p99_seconds: [],
  process_cpu_seconds_total: [],
};
