import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { filledIn, type SenderStep } from '@tocsin/contracts/integrations/senders.js';

/** The receivers of an Alertmanager before Tocsin was added: one team’s own, and mail for everything else. */
export class OtherReceivers {
  private readonly arrivals = new EventEmitter();
  private readonly requests: { readonly path: string; readonly body: string }[] = [];

  private constructor(private readonly server: Server) {}

  static async listen(): Promise<OtherReceivers> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        receivers.requests.push({ path: request.url ?? '', body });
        receivers.arrivals.emit('signal');
        response.end();
      });
    });
    const receivers = new OtherReceivers(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receivers;
  }

  /** A typical existing configuration. */
  get configuration(): string {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return `route:
  receiver: mail
  group_by: [alertname]
  group_wait: 200ms
  group_interval: 1s
  repeat_interval: 1s
  routes:
    - receiver: database
      matchers: [team="database"]
receivers:
  - name: mail
    webhook_configs:
      - url: ${url}/mail
  - name: database
    webhook_configs:
      - url: ${url}/database
`;
  }

  /** Resolves when this receiver got the alert. */
  async waitForAlert(receiver: string, alertname: string): Promise<void> {
    while (!this.requests.some(({ path, body }) => path === `/${receiver}` && body.includes(alertname)))
      await once(this.arrivals, 'signal');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** The configuration after following the steps literally. */
export const withTocsin = (configuration: string, steps: readonly SenderStep[], address: string): string => {
  const snippets = steps.flatMap(({ snippet }) => (snippet === null ? [] : [filledIn(snippet, { address, key: '', url: '' })]));
  const [receiver = '', route = '', fallbackSnippet = ''] = snippets;
  return configuration
    .replace('receivers:\n', `receivers:\n${receiver}`)
    .replace('  routes:\n', `  routes:\n${route}`)
    .replace(/(?=^receivers:)/m, fallbackSnippet.replace('NAME-OF-YOUR-DEFAULT-RECEIVER', 'mail'));
};
