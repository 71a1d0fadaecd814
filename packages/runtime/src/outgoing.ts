import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** How requests leave: through which proxies, and under which name. Those to the search on loopback are none of these. */
export interface Outgoing {
  httpProxy?: string;
  /** None: that of http. */
  httpsProxy?: string;
  /** The hosts that are reached without a proxy. */
  noProxy?: string;
  userAgent: string;
}

export const hasProxy = ({ httpProxy, httpsProxy }: Outgoing): boolean => Boolean(httpProxy ?? httpsProxy);

/** The connections to an API or to origins of pictures. */
export function openAgent(options: Agent.Options, outgoing?: Outgoing): Dispatcher {
  if (!outgoing || !hasProxy(outgoing)) return new Agent(options);
  // An empty text keeps the agent from reading the environment by itself.
  const { httpProxy = '', httpsProxy = '', noProxy = '' } = outgoing;
  // Proxies allow tunnels to the ports of TLS alone.
  return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy, proxyTunnel: false });
}
