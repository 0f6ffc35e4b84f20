import { Mailbox } from '../../fakes/mailbox.js';
import { Stage, type Player } from '../../stage/stage.js';
import { TwilioServer } from './twilio-server.js';

const publicUrl = 'https://tocsin.example';
const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'theAuthTokenOfTheAccount' };

/** A stage whose people are texted and called, by a provider that reaches the server. */
export class TwilioStage {
  private constructor(
    readonly stage: Stage,
    readonly twilio: TwilioServer,
    readonly mailbox: Mailbox,
    readonly connectionId: string,
  ) {}

  static async begin(fields: Readonly<Record<string, string>> = {}): Promise<TwilioStage> {
    const mailbox = await Mailbox.start();
    const stage = await Stage.begin({ mailbox });
    const twilio = await TwilioServer.start({ ...account, publicUrl, localUrl: () => stage.tocsin.url });
    await stage.ana.api.run('ChangePublicAddress', { url: publicUrl });
    const { says } = await stage.ana.api.run('AddConnection', {
      kind: 'twilio',
      name: 'Twilio',
      fields: {
        baseUrl: twilio.url,
        accountSid: account.accountSid,
        sender: '+14155550100',
        countries: '+1 +41 +44 +49 +1876',
        authToken: account.authToken,
        ...fields,
      },
    });
    return new TwilioStage(stage, twilio, mailbox, String(says['connectionId']));
  }

  /** Adds a number, proves it, and uses it at once for both urgencies. */
  async addNumber({ api, personId }: Player, address: string, kind: 'sms' | 'voice' = 'sms'): Promise<string> {
    const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
    const code = this.nextCode(kind);
    const { says } = await api.run('AddContactMethod', { kind, personId, address, rules });
    const contactMethodId = String(says['contactMethodId']);
    const received = await code;
    // that it was sent is on the log, too
    await this.stage.settle();
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: received });
    await this.stage.settle();
    return contactMethodId;
  }

  async verify({ api, personId }: Player, contactMethodId: string): Promise<void> {
    const code = this.nextCode('sms');
    await api.run('AskVerification', { personId, contactMethodId });
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: await code });
    await this.stage.settle();
  }

  /** Opens a group, and waits for the SMS about it. */
  async open(n: number, summary: string) {
    await this.stage.settleFully();
    await this.stage.generic({ summary, key: `k${n}`, severity: 'critical' });
    const sms = await this.twilio.waitFor(({ body }) => body.includes(`#${n} `));
    await this.stage.settle();
    return sms;
  }

  async close(): Promise<void> {
    await this.stage.close();
    await this.twilio.close();
    await this.mailbox.close();
  }

  /** The code of the next message. */
  private async nextCode(kind: 'sms' | 'voice'): Promise<string> {
    const { messages, calls } = this.twilio;
    const [texts, rung] = [messages.length, calls.length];
    if (kind === 'sms') {
      const { body } = await this.twilio.waitFor((sms) => this.twilio.messages.indexOf(sms) >= texts && /^\d{6} /.test(sms.body));
      return body.slice(0, 6);
    }
    const call = await this.twilio.waitForCall((one) => this.twilio.calls.indexOf(one) >= rung);
    const { body } = await this.twilio.press(call, '5');
    return /Your code is ([\d, ]+)\./.exec(body)![1]!.replaceAll(', ', '');
  }
}
