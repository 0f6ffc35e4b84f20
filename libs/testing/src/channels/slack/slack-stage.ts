import { Stage, type Player } from '../../stage/stage.js';
import type { SlackPost } from './slack-messages.js';
import { SlackServer } from './slack-server.js';

export const slackTokens = { botToken: 'xoxb-theTokenOfTheBot', appToken: 'xapp-theTokenOfTheApp' };

export const slackSigningSecret = '8f742231b10e8888abcd99yyyzzz85a5';

/** A workspace that is connected to a running server. */
export class SlackStage {
  private constructor(
    readonly stage: Stage,
    readonly slack: SlackServer,
    readonly connectionId: string,
  ) {}

  /** `by`: how presses come. */
  static async begin(by: 'socket' | 'requests' = 'socket', setting: Parameters<typeof Stage.begin>[0] = {}): Promise<SlackStage> {
    const slack = await SlackServer.start(slackTokens);
    const stage = await Stage.begin(setting);
    const secrets = by === 'socket' ? slackTokens : { botToken: slackTokens.botToken, signingSecret: slackSigningSecret };
    const interactivity = by === 'socket' ? 'socket_mode' : 'request_url';
    const fields = { baseUrl: slack.url, interactivity, ...secrets } as const;
    const { says } = await stage.ana.api.run('AddConnection', { kind: 'slack', name: 'Slack', fields });
    const world = new SlackStage(stage, slack, String(says['connectionId']));
    if (by === 'socket') await slack.waitForSockets(1);
    else world.turnSocketModeOff();
    return world;
  }

  /** In Slack: presses go to the “Request URL”. */
  turnSocketModeOff(): void {
    const url = () => `${this.stage.tocsin.url}/api/channels/slack/${this.connectionId}`;
    this.slack.requests = { url, signingSecret: slackSigningSecret, now: async () => Date.parse(await this.stage.settle()) / 1_000 };
  }

  /** Links an account, proves it by the code that came in Slack, and pages the person by nothing else. */
  async link({ api, personId, methodId }: Player, member: string, name: string): Promise<string> {
    this.slack.addUser(member, name);
    const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));
    const { says } = await api.run('AddContactMethod', { kind: 'slack', personId, address: member, rules });
    const contactMethodId = String(says['contactMethodId']);
    const code = await this.codeOf(member);
    await api.run('VerifyContactMethod', { personId, contactMethodId, code });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await this.stage.settle();
    return contactMethodId;
  }

  /** The code that a member got as a direct message. */
  async codeOf(member: string): Promise<string> {
    const { text } = await this.slack.waitForPost((post) => post.channel === `D${member.slice(1)}` && /\b\d{6}\b/.test(post.text));
    return /\b\d{6}\b/.exec(text)![0];
  }

  /** The newest direct message to a member about an alert group. */
  async pageTo(member: string, number: number) {
    const isIt = (post: { readonly channel: string; readonly text: string }): boolean =>
      post.channel === `D${member.slice(1)}` && post.text.includes(`#${number} `);
    await this.slack.waitForPost(isIt);
    return this.slack.posts.findLast(isIt)!;
  }

  /** Lets so much time pass that edits are made. */
  async waitForState(number: number, state: string): Promise<void> {
    await this.stage.advance('PT5S');
    await this.slack.waitForPost((post) => post.text.includes(`#${number} `) && SlackServer.textOf(post).includes(state));
  }

  /** Lets so much time pass that edits are made; resolves once a message was edited so often. */
  async edited({ ts }: SlackPost, times: number): Promise<void> {
    await this.stage.advance('PT5S');
    await this.slack.waitForPost((post) => post.ts === ts && post.edits >= times);
  }

  async close(): Promise<void> {
    await this.stage.close();
    await this.slack.close();
  }
}
