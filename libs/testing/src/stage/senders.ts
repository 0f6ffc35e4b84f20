import type { SetUpAnswer } from '@tocsin/contracts/http.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { alertmanagerMessage, type Condition, type MessageFields } from './monitoring-messages.js';
import { UnexpectedRefusal, type ClientAnswer, type Client } from './client.js';
import type { Tocsin } from './tocsin.js';

/** The monitoring systems of a stage: an integration of each kind, with its key. */
export abstract class SenderStage {
  private readonly addresses = new Map<IntegrationKind, { readonly path: string; readonly key: string }>();
  abstract readonly tocsin: Tocsin;
  abstract readonly setUpAnswer: SetUpAnswer;
  abstract readonly ana: { readonly api: Client };
  abstract settle(): Promise<string>;

  /** Alertmanager posts its webhook; resolves when everything that follows at once is done. */
  async alertmanager(status: 'firing' | 'resolved', conditions: readonly Condition[], fields: MessageFields = {}): Promise<void> {
    await this.signal('alertmanager', alertmanagerMessage(status, conditions, fields));
  }

  /** PagerDuty’s Events API v2; returns the dedup key. */
  async pagerduty(
    action: 'trigger' | 'acknowledge' | 'resolve',
    key?: string,
    summary = 'The disk is full',
    severity = 'critical',
  ): Promise<string> {
    const payload = action === 'trigger' ? { payload: { summary, source: 'db-1', severity } } : {};
    const answer = await this.signal('pagerduty-events', { event_action: action, ...(key ? { dedup_key: key } : {}), ...payload });
    return (answer.body as { dedup_key: string }).dedup_key;
  }

  /** Tocsin’s own JSON: by default of high urgency. */
  async generic(fields: Readonly<Record<string, unknown>> & { readonly summary?: string; readonly key?: string }): Promise<void> {
    await this.signal('generic', { severity: 'critical', ...fields });
  }

  /** The path with the key, and the key, of the integration of this kind. Created on demand. */
  async integration(kind: IntegrationKind): Promise<{ readonly path: string; readonly key: string }> {
    const knownAddress = this.addresses.get(kind);
    if (knownAddress) return knownAddress;
    const { teamId, serviceId } = this.setUpAnswer;
    const { says } = await this.ana.api.run('CreateIntegration', { teamId, serviceId, name: `By ${kind}`, kind });
    await this.settle();
    return this.addIntegration(kind, String(says['address']), String(says['key']));
  }

  /** For an existing integration. */
  protected addIntegration(kind: IntegrationKind, address: string, key: string): { readonly path: string; readonly key: string } {
    const integration = { path: new URL(address).pathname, key };
    this.addresses.set(kind, integration);
    return integration;
  }

  /** Posts a signal as its sender would, expects 202, and waits until all work is done. */
  async signal(kind: IntegrationKind, body: object): Promise<ClientAnswer> {
    const { path, key } = await this.integration(kind);
    const content = kind === 'pagerduty-events' ? { routing_key: key, ...body } : body;
    const answer = await this.tocsin.anonymous.request('POST', path, content);
    if (answer.status !== 202) throw new UnexpectedRefusal(`a signal of ${kind}`, answer);
    await this.settle();
    return answer;
  }
}
