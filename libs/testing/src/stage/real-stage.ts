import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { Phone } from '../fakes/phone.js';
import { freePort } from '../machine/free-port.js';
import { reenactFolder } from './reenact-folder.js';
import { Stage, type Player } from './stage.js';
import type { StartOptions } from './tocsin.js';
import { Watch } from './watch.js';

/** Tocsin in real time, always at the same address: the clock can’t be advanced, so tests wait for rows and for Ana’s phone. */
export class RealStage {
  private constructor(
    private readonly stage: Stage,
    public watch: Watch,
  ) {}

  static async begin(env: Readonly<Record<string, string>> = {}, options: Pick<StartOptions, 'data' | 'inside'> = {}): Promise<RealStage> {
    const port = String(await freePort());
    // her phone is on loopback, which is only allowed by default with a manual clock
    const stage = await Stage.begin({ ...options, hasRealClock: true, env: { PORT: port, TOCSIN_ALLOW_CIDR: '127.0.0.1/32', ...env } });
    return new RealStage(stage, await watchAlertGroups(stage));
  }

  get ana(): Player {
    return this.stage.ana;
  }
  get url(): string {
    return this.stage.tocsin.url;
  }
  get data(): string {
    return this.stage.tocsin.data;
  }

  /** The webhook address of the integration from set-up. */
  get webhook(): string {
    return `${this.url}${new URL(this.stage.setUpAnswer.address).pathname}`;
  }

  /** The key of a new integration: of the existing service, or of a new one with this name, on which nothing else can cause a storm. */
  async key(kind: IntegrationKind, service?: string): Promise<string> {
    return (await this.integration(kind, service)).key;
  }

  /** The key of a new service that pages a person whom nothing else pages, so that no earlier message delays theirs. */
  async addOtherIntegration(kind: IntegrationKind, name: string): Promise<{ readonly key: string; readonly phone: Phone }> {
    const { phone, personId } = await this.stage.addPerson(name);
    const steps = [{ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5, notifyOthersStill: false }];
    const { says } = await this.ana.api.run('CreatePolicy', { teamId: this.stage.setUpAnswer.teamId, name, steps, repeats: 0 });
    const { key } = await this.integration(kind, name, String(says['policyId']));
    return { key, phone };
  }

  /** The same, and the path that is posted to. */
  async integration(
    kind: IntegrationKind,
    service?: string,
    policyId = this.stage.setUpAnswer.policyId,
  ): Promise<{ readonly key: string; readonly path: string }> {
    const { teamId } = this.stage.setUpAnswer;
    const serviceId =
      service === undefined
        ? this.stage.setUpAnswer.serviceId
        : String((await this.ana.api.run('CreateService', { teamId, policyId, name: service })).says['serviceId']);
    const name = service === undefined ? kind : `${kind} of ${service}`;
    const { says, token } = await this.ana.api.run('CreateIntegration', { teamId, serviceId, name, kind });
    await this.ana.api.list('integrations', `after=${token}`);
    return { key: String(says['key']), path: new URL(String(says['address'])).pathname };
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    this.watch.close();
    await this.stage.tocsin.stop(signal);
  }

  /** Again, on the same data; resolves when it is ready. */
  async restart(): Promise<void> {
    await this.stage.restart();
    this.watch = await watchAlertGroups(this.stage);
  }

  /** Ends the stage. Replays all decisions, which must give the same events. */
  async close(): Promise<void> {
    try {
      await this.stop();
      const { differences, otherLogic } = await reenactFolder(this.data);
      expect({ differences, otherLogic }).toEqual({ differences: [], otherLogic: 0 });
    } finally {
      await this.leave();
    }
  }

  /** Ends the stage without replaying. */
  async leave(): Promise<void> {
    this.watch.close();
    await this.stage.detach();
  }
}

const watchAlertGroups = (stage: Stage): Promise<Watch> => Watch.on(stage.ana.api, 'alertGroups', 'repeats');
