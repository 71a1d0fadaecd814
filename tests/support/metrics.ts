/** Every metric of the management port, with its labels. */
export const METRICS: Record<string, readonly string[]> = {
  foyer_http_requests_total: ['route', 'status', 'cache'],
  foyer_http_request_duration_seconds: ['route', 'le'],
  foyer_render_duration_seconds: ['mode', 'le'],
  foyer_upstream_calls_total: ['outcome'],
  foyer_upstream_call_duration_seconds: ['call', 'le'],
  foyer_upstream_waiting_calls: [],
  foyer_upstream_paused: [],
  foyer_answer_faults_total: ['kind', 'call'],
  foyer_faulty_calls: ['kind'],
  foyer_pictures_total: ['outcome'],
  foyer_disk_cache_faults_total: ['cache', 'fault'],
  foyer_redis_up: [],
  foyer_redis_failures_total: ['kind'],
  foyer_cache_bytes: ['cache'],
  foyer_cache_entries: ['cache'],
  foyer_log_lines_dropped_total: [],
  foyer_worker_restarts_total: [],
  foyer_purge_webhook_calls_total: ['outcome'],
  foyer_build_info: ['version', 'node'],
  foyer_content_faults: [],
  foyer_search_documents: [],
  foyer_search_shortened_documents: [],
  foyer_search_complete: [],
  foyer_search_restarts: [],
  process_resident_memory_bytes: [],
  nodejs_eventloop_lag_p99_seconds: [],
  process_cpu_seconds_total: [],
};

/** The metric of a Prometheus name: a histogram has several names. */
const metricOf = (name: string) => (name in METRICS ? name : name.replace(/_(bucket|sum|count)$/, ''));

/** The metrics in a PromQL expression: each name that is no function, keyword, label or number. */
export const metricsOf = (expression: string): string[] =>
  expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|on) \([^)]*\)|, job\)/g, ' ')
    .match(/(?<![\w.])[a-z]\w*(?!\w|\s*\()/g)
    ?.filter((word) => !/^(sum|and|or|unless)$/.test(word))
    .map(metricOf) ?? [];
