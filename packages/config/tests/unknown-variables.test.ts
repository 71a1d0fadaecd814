import { expect, it } from 'vitest';
import { unknownVariables } from '../src/unknown-variables.ts';
import { variableNames } from '../src/variables.ts';

const unknownIn = (environment: NodeJS.ProcessEnv) => unknownVariables(environment, variableNames);

it.each([
  ['SITE_TIMEZONE', 'SITE_TIME_ZONE'],
  ['SITE_URI', 'SITE_URL'],
  ['FRONT_API_URL', 'FRONTAPI_URL'],
  ['FRONTAPI_AUTHORISATION', 'FRONTAPI_AUTHORIZATION'],
  ['UPSTREAM_TIMEOUT_MS', 'UPSTREAM_TIMEOUT'],
  ['MEDIA_ORIGIN', 'MEDIA_ORIGINS'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['SHUTDOWN_GRACE_MS', 'SHUTDOWN_GRACE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['log_level', 'LOG_LEVEL'],
  ['REDIS_URI', 'REDIS_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['WORKER', 'WORKERS'],
])('%s is probably %s', (name, meant) => {
  expect(unknownIn({ [name]: 'x' })).toEqual([`unknown variable ${name}: did you mean ${meant}?`]);
});

it.each(['SITE_COLOUR', 'PURGE_INTERVAL', 'MANAGEMENT_USER'])('%s is named, and nothing is suggested', (name) => {
  expect(unknownIn({ [name]: 'x' })).toEqual([`unknown variable ${name}`]);
});

/** What shells, npm, Node.js, Docker, Kubernetes, systemd, CI and other programs set. */
const ORDINARY = `
  HOSTNAME HOSTTYPE HOME PATH PWD OLDPWD SHELL SHLVL USER USERNAME LOGNAME MAIL TERM TMPDIR TZ LANG LANGUAGE LC_ALL LC_TIME EDITOR PAGER DISPLAY _ IFS PS1
  NODE NODE_ENV NODE_OPTIONS NODE_VERSION NODE_PATH NODE_EXTRA_CA_CERTS YARN_VERSION UV_THREADPOOL_SIZE MALLOC_ARENA_MAX LD_PRELOAD
  npm_config_cache npm_config_loglevel npm_lifecycle_event npm_package_name npm_package_version npm_execpath INIT_CWD COLOR
  http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR
  KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT_HTTPS POD_NAME POD_IP
  FOYER_SERVICE_HOST FOYER_PORT FOYER_REDIS_SERVICE_PORT REDIS_HOST REDIS_PORT REDIS_PASSWORD REDIS_SERVICE_HOST REDIS_PORT_6379_TCP
  INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS MAINPID WATCHDOG_USEC SYSTEMD_EXEC_PID RUNTIME_DIRECTORY STATE_DIRECTORY
  XDG_DATA_DIRS XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_CONNECTION SUDO_USER
  CI GITHUB_ACTIONS GITHUB_TOKEN GITLAB_CI RUNNER_OS BUILD_ID JOB_NAME WORKSPACE WEB_CONCURRENCY DYNO PORTS HOSTS
  DATABASE_URL MEDIA_ROOT VIDEO_DRIVER TRUST_STORE AWS_REGION AWS_ACCESS_KEY_ID GOOGLE_APPLICATION_CREDENTIALS SENTRY_DSN OTEL_SERVICE_NAME PUBLISH COMPOSE_PROJECT_NAME
`;

it('names nothing of an ordinary environment', () => {
  const environment = Object.fromEntries(
    ORDINARY.trim()
      .split(/\s+/)
      .map((name) => [name, 'x']),
  );
  expect(unknownIn({ ...process.env, ...environment })).toEqual([]);
});

it('names nothing that Kubernetes and Docker say of a service whose name begins like a variable', () => {
  expect(
    unknownIn({
      SITE_PORT: 'tcp://10.0.0.7:80',
      SITE_SERVICE_HOST: '10.0.0.7',
      SITE_SERVICE_PORT_HTTP: '80',
      SITE_PORT_80_TCP: 'tcp://10.0.0.7:80',
      SITE_PORT_80_TCP_ADDR: '10.0.0.7',
      CONTENT_STORE_PORT_9000_TCP_PROTO: 'tcp',
    }),
  ).toEqual([]);
});
