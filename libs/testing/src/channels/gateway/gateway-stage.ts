import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import { Stage, type Player } from '../../stage/stage.js';
import { GatewayServer } from './gateway-server.js';

/** As the form proposes them. */
export const kannelFields = {
  method: 'query',
  parameters: 'username={user}&password={password}&from={from}&to={to}&text={text}&dlr-mask=31&dlr-url={callback}?state=%d',
  user: 'tocsin',
  sender: '+41790000000',
  countries: '+41',
  accepted: '0: Accepted',
} as const;
export const kannelPassword = 'thePasswordAtTheGateway';
const publicUrl = 'http://tocsin.internal:8080';

/** A stage whose people are texted by a plain gateway, which reaches the server in its own network. */
export class GatewayStage {
  private constructor(
    readonly stage: Stage,
    readonly gateway: GatewayServer,
    readonly connectionId: string,
  ) {}

  static async begin(): Promise<GatewayStage> {
    const stage = await Stage.begin();
    const options = { user: 'tocsin', password: kannelPassword, publicUrl, localUrl: () => stage.tocsin.url };
    const gateway = await GatewayServer.start(options);
    await stage.ana.api.run('ChangePublicAddress', { url: publicUrl });
    const fields = { baseUrl: gateway.url, ...kannelFields, password: kannelPassword };
    const { says } = await stage.ana.api.run('AddConnection', { kind: 'gateway', name: 'Kannel', fields });
    return new GatewayStage(stage, gateway, String(says['connectionId']));
  }

  /** Adds a number, proves it, and uses it at once for both urgencies. */
  async addNumber({ api, personId }: Player, address: string): Promise<string> {
    const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
    const { length: before } = this.gateway.messages;
    const { says } = await api.run('AddContactMethod', { kind: 'sms', personId, address, rules });
    const contactMethodId = String(says['contactMethodId']);
    const { text } = await this.gateway.waitFor((sms) => this.gateway.messages.indexOf(sms) >= before && /^\d{6} /.test(sms.text));
    await this.stage.settle();
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: text.slice(0, 6) });
    await this.stage.settle();
    return contactMethodId;
  }

  /** Opens a group, and waits for the SMS about it. */
  async open(n: number, summary: string) {
    await this.stage.settleFully();
    await this.stage.generic({ summary, key: `k${n}`, severity: 'critical' });
    const sms = await this.gateway.waitFor(({ text }) => text.includes(`#${n} `));
    await this.stage.settle();
    return sms;
  }

  /** The address for replies, as the screen shows it. */
  async repliesAt(): Promise<string> {
    const { body } = await this.stage.ana.api.request<ConnectionsShown>('GET', '/api/settings/connections');
    return body.connections.find(({ kind }) => kind === 'gateway')!.inbound!;
  }

  async close(): Promise<void> {
    await this.stage.close();
    await this.gateway.close();
  }
}
