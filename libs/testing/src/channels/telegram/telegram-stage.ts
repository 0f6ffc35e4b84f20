import type { TelegramLink } from '@tocsin/contracts/http.js';
import { Stage, type Player } from '../../stage/stage.js';
import type { TelegramPost } from './telegram-messages.js';
import { TelegramServer } from './telegram-server.js';

export const telegramToken = '123456:theTokenOfTheBotThatBotFatherGave';
const botName = 'acme_tocsin_bot';

/** A bot that is connected to a running server. */
export class TelegramStage {
  private constructor(
    readonly stage: Stage,
    readonly telegram: TelegramServer,
    readonly connectionId: string,
  ) {}

  static async begin(): Promise<TelegramStage> {
    const telegram = await TelegramServer.start(telegramToken, botName);
    const stage = await Stage.begin();
    const fields = { baseUrl: telegram.url, botName, botToken: telegramToken };
    const { says } = await stage.ana.api.run('AddConnection', { kind: 'telegram', name: 'Telegram', fields });
    // the first one asks whether it is heard
    await telegram.waitForPoll(2);
    return new TelegramStage(stage, telegram, String(says['connectionId']));
  }

  /** The code in the link that somebody was shown. */
  async startCodeOf({ api }: Player): Promise<string> {
    const { link } = (await api.request<TelegramLink>('GET', '/api/session/telegram-link')).body;
    return new URL(link).searchParams.get('start')!;
  }

  /** Presses Start, enters the code that came, and is paged by nothing else. */
  async link(player: Player, user: number, name: string): Promise<string> {
    const { api, personId, methodId } = player;
    this.telegram.pressStart(user, name, await this.startCodeOf(player));
    const code = await this.codeOf(user);
    await this.stage.settle();
    const contactMethodId = (await this.stage.getRow('contacts', personId)).methods.find(
      ({ kind }) => kind === 'telegram',
    )!.contactMethodId;
    await api.run('VerifyContactMethod', { personId, contactMethodId, code });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await this.stage.settle();
    return contactMethodId;
  }

  async codeOf(user: number): Promise<string> {
    const { text } = await this.telegram.waitForPost(
      (post) => post.chatId === user && /\b\d{6}\b/.test(post.text) && !post.text.includes(String(user)),
    );
    return /\b\d{6}\b/.exec(text)![0];
  }

  /** The newest message to a user about an alert group. */
  async pageTo(user: number, n: number): Promise<TelegramPost> {
    const isIt = (post: TelegramPost): boolean => post.chatId === user && post.text.includes(`#${n} `);
    await this.telegram.waitForPost(isIt);
    return this.telegram.posts.findLast(isIt)!;
  }

  /** Lets so much time pass that edits are made. */
  async waitForState(n: number, state: string): Promise<void> {
    await this.stage.advance('PT5S');
    await this.telegram.waitForPost((post) => post.text.includes(`#${n} `) && post.text.includes(state));
  }

  async close(): Promise<void> {
    await this.stage.close();
    await this.telegram.close();
  }
}
