import { duration } from '@tocsin/contracts/duration.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { ServerParts } from '../../core/server-parts.js';
import type { ChatActs } from '../chat-acts.js';
import { takePress } from './presses.js';

interface Dependencies {
  readonly server: Pick<ServerParts, 'troubles'>;
  readonly acts: Pick<ChatActs, 'press'>;
  readonly http: Pick<OutgoingHttp, 'post'>;
}

const answerWithin = 10 * duration.second;

/** Presses that Slack has sent, by its socket or by a request: each is carried out, and the presser alone is answered. */
export class SlackPressing {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly dependencies: Dependencies) {}

  /** `confirm`: Slack waits 3 s for it, and repeats no press. So it comes first, and what follows is carried out even if it fails. */
  begin(body: unknown, confirm: () => Promise<void> = () => Promise.resolve()): void {
    const taken = this.carryOut(body, confirm).catch((error: unknown) => this.dependencies.server.troubles.note('press in Slack', error));
    this.running.add(taken);
    void taken.finally(() => this.running.delete(taken));
  }

  /** Resolves once every press was carried out. */
  get whenSettled(): Promise<void> {
    return Promise.all(this.running).then(() => {});
  }

  private async carryOut(body: unknown, confirm: () => Promise<void>): Promise<void> {
    const { acts, http, server } = this.dependencies;
    await confirm().catch((error: unknown) => server.troubles.note('press in Slack', error));
    const answer = await takePress(body, acts);
    if (!answer?.to || answer.says === null) return;
    await http.post(answer.to, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text: answer.says }),
      deadlineMs: answerWithin,
    });
  }
}
