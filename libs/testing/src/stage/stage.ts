import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { StepConditions } from '@tocsin/contracts/conditions.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import type { RecordedFact, ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { SetUpAnswer } from '@tocsin/contracts/http.js';
import { readContents, findErrorLines } from './rebuilt-views.js';
import { clusterPostgres, dropClusterViews } from './cluster.js';
import type { Mailbox } from '../fakes/mailbox.js';
import { Phone } from '../fakes/phone.js';
import { archiveLog, isArchiving } from './archived-logs.js';
import { isRebuilt } from './rebuilt-promises.js';
import { SenderStage } from './senders.js';
import { Client } from './client.js';
import { Tocsin, type StartOptions } from './tocsin.js';

export interface PolicyStepInput {
  /** People and other targets of a step. */
  readonly page: readonly (Player | PolicyTarget)[];
  /** Minutes; 5 when absent. */
  readonly wait?: number;
  readonly notifyOthersStill?: boolean;
  readonly oneInTurn?: true;
  readonly conditions?: StepConditions;
}

/** A person on call: signed in, with a phone behind a verified webhook. */
export class Player {
  constructor(
    private readonly stage: Stage,
    readonly personId: string,
    private token: string,
    readonly phone: Phone,
    readonly methodId: string,
  ) {}

  /** Signs in by password: earlier sessions have expired. */
  async signInAgain(name: string): Promise<void> {
    this.token = (await this.stage.tocsin.signIn(name)).token;
  }

  /** The API as this person, at the server’s current address. */
  get api(): Client {
    return new Client(this.stage.tocsin.url, this.token, this.personId);
  }

  /** The causes of the phone’s pages, oldest first: `escalation`, `reminder`, `resolved` … */
  get pageCauses(): readonly string[] {
    return this.phone.pages.map(({ cause }) => cause.kind);
  }

  /** Number of loud messages. */
  get ringCount(): number {
    return this.phone.messages.filter(({ quiet }) => !quiet).length;
  }
}

/** The setting of most tests: a running server, its owner Ana, her phone, a team, a service and a policy. */
export class Stage extends SenderStage {
  private constructor(
    public tocsin: Tocsin,
    readonly setUpAnswer: SetUpAnswer,
    readonly mailbox: Mailbox | null,
  ) {
    super();
  }

  ana!: Player;
  private readonly phones: Phone[] = [];
  /** Errors that a test causes on purpose, in the server’s log. */
  expectedErrors: RegExp | null = null;
  private serverOutput = '';

  /** Ana is paged by her phone alone, at once for either urgency. With a mailbox, the server can send mail. */
  static async begin(options: StartOptions & { readonly mailbox?: Mailbox } = {}): Promise<Stage> {
    const { mailbox, ...start } = options;
    const env = { ...(mailbox ? { TOCSIN_SMTP_URL: mailbox.url } : {}), ...start.env };
    const tocsin = await Tocsin.start({ ...start, env });
    const { owner, setUpResult: made } = await tocsin.setUp();
    const stage = new Stage(tocsin, made, mailbox ?? null);
    stage.addIntegration('alertmanager', made.address, made.address.split('/').at(-1)!);
    stage.ana = await stage.createPlayer(owner);
    await owner.run('RemoveContactMethod', { personId: owner.personId, contactMethodId: made.contactMethodId });
    // the views of a cluster may still be being built, and a list would answer so
    if (!options.hasRealClock) await stage.settle();
    return stage;
  }

  /** Invites a person, lets them join, gives them a phone, and makes them a responder of the team. */
  async addPerson(
    name: string,
    options: { readonly role?: 'admin' | 'member' | 'observer' | 'owner'; readonly isInTeam?: false } = {},
  ): Promise<Player> {
    const client = await this.tocsin.join(this.ana.api, name, options.role);
    const { teamId } = this.setUpAnswer;
    if (options.isInTeam !== false) await this.ana.api.run('AddTeamMember', { teamId, personId: client.personId, role: 'responder' });
    return this.createPlayer(client);
  }

  /** Adds a verified webhook to a person. With `hasRules`, it is used at once for both urgencies. */
  async addPhone(client: Client, hasRules = true): Promise<{ phone: Phone; methodId: string }> {
    const phone = await Phone.start();
    this.phones.push(phone);
    const { personId } = client;
    const { says } = await client.run('AddContactMethod', { kind: 'webhook', personId, address: phone.url });
    const contactMethodId = String(says['contactMethodId']);
    phone.addSecret(String(says['signingSecret']));
    const code = await phone.waitForCode(contactMethodId);
    await client.run('VerifyContactMethod', { personId, contactMethodId, code });
    for (const urgency of hasRules ? (['high', 'low'] as const) : []) {
      await client.run('AddNotificationRule', { personId, urgency, contactMethodId, delayMinutes: 0 });
    }
    return { phone, methodId: contactMethodId };
  }

  /** Gives the service’s policy these steps and this many repeats. */
  async setPolicy(steps: readonly PolicyStepInput[], repeats = 0): Promise<void> {
    const { teamId, policyId } = this.setUpAnswer;
    await this.settle();
    const { version, name } = await this.ana.api.row('policies', policyId);
    await this.ana.api.run('ChangePolicy', {
      teamId,
      policyId,
      version,
      name,
      repeats,
      steps: steps.map(({ page, wait = 5, notifyOthersStill = false, ...more }) => ({
        ...more,
        targets: page.map((one): PolicyTarget => (one instanceof Player ? { kind: 'person', personId: one.personId } : one)),
        waitMinutes: wait,
        notifyOthersStill,
      })),
    });
    await this.settle();
  }

  /** Advances the clock by an ISO 8601 duration; resolves when everything due is done. */
  advance(duration: string): Promise<string> {
    return this.tocsin.advance(duration);
  }
  settle(): Promise<string> {
    return this.tocsin.settle();
  }

  /** Advances the clock until messages that waited behind earlier ones have been sent, so that the next one due is sent at once. */
  settleFully(): Promise<string> {
    return this.advance('PT2M');
  }

  /** All alert groups, by number. */
  async listGroups(): Promise<readonly AlertGroupRow[]> {
    await this.settle();
    return this.ana.api.listAll('alertGroups', 'sort=number');
  }

  /** The alert group of this number. */
  async getGroup(number = 1): Promise<AlertGroupRow> {
    const match = (await this.listGroups()).find((group) => group.number === number);
    if (!match) throw new Error(`There is no alert group #${number}`);
    return match;
  }

  /** One row of a view, as Ana sees it, once it contains everything that was accepted: a screen's “Saved” comes before the view. */
  async getRow<V extends ViewName>(view: V, id: string): Promise<ViewRow<V>> {
    await this.settle();
    return this.ana.api.row(view, id);
  }

  getLadder(groupId: string): Promise<LadderRow> {
    return this.ana.api.row('ladders', groupId);
  }
  async pagesOf(groupId: string, addPerson: Player): Promise<readonly PageRow[]> {
    return (await this.getLadder(groupId)).pages.filter(({ personId }) => personId === addPerson.personId);
  }

  /** The events of a group, oldest first. */
  async getTimeline(groupId: string): Promise<readonly RecordedFact[]> {
    return (await this.ana.api.events(`alertGroup-${groupId}`)) as readonly RecordedFact[];
  }

  /** The ordinal of the last event. */
  async getHead(): Promise<number> {
    const { body } = await this.ana.api.request<{ events: { ordinal: number }[] }>('GET', '/api/events?limit=1');
    return body.events[0]!.ordinal;
  }

  /** Ends the server, by default gracefully, and starts it again on the same data. */
  async restart(signal: NodeJS.Signals = 'SIGTERM', env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { output } = this.tocsin;
    this.tocsin = await this.tocsin.restart(signal, env);
    this.serverOutput += output();
  }

  /**
   * The end of every test: no background errors are allowed, and the suite `proofs` gets the log. It replays all decisions, which
   * must give the same events, and the views must match the log byte by byte. For some tests (`rebuilt-promises.ts`) it starts a
   * server without views and `side/`, too, which must build the same views and repeat no act. Here that is done only where no suite
   * can: on a cluster’s log, which is in the process of its test, and in a run of jest alone.
   */
  async close(): Promise<void> {
    const { testPath } = expect.getState();
    try {
      await this.settle();
      await this.tocsin.stop();
      const { data } = this.tocsin;
      const isLater = isArchiving && clusterPostgres(data) === undefined;
      if (isRebuilt(testPath) && !isLater) await this.rebuildViews();
      const { env, expectedTrouble } = { env: this.tocsin.env, expectedTrouble: this.expectedErrors };
      const server = isRebuilt(testPath) && isLater ? { env, expectedTrouble } : undefined;
      if (!(await archiveLog(data, testPath, server))) {
        const { proveFolder, proven } = await import('./reenact-folder.js');
        expect(await proveFolder(data)).toEqual(proven);
      }
      expect(this.unexpectedErrors()).toEqual([]);
    } finally {
      await this.detach();
    }
  }

  /** The end of a test that is not about decisions: stops everything and deletes the data folder. */
  async detach(): Promise<void> {
    await this.tocsin.end();
    await Promise.all(this.phones.map((phone) => phone.close()));
    await this.mailbox?.close();
  }

  private async rebuildViews(): Promise<void> {
    const { data } = this.tocsin;
    const before = await readContents(data);
    await this.deleteViews();
    rmSync(join(data, 'side'), { recursive: true });
    await this.restart();
    await this.settle();
    await this.tocsin.stop();
    expect(await readContents(data)).toEqual(before);
  }

  /** Deletes the views of the stopped server, on either profile. */
  async deleteViews(): Promise<void> {
    rmSync(join(this.tocsin.data, 'views'), { recursive: true });
    await dropClusterViews(this.tocsin.data);
  }

  private unexpectedErrors(): readonly string[] {
    return findErrorLines(`${this.serverOutput}${this.tocsin.output()}`, this.expectedErrors);
  }

  private async createPlayer(client: Client): Promise<Player> {
    const { phone, methodId } = await this.addPhone(client);
    return new Player(this, client.personId, client.token, phone, methodId);
  }
}
