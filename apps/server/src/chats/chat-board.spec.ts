import { ManualClock } from '@tocsin/platform/clock/clock.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { ChatBoard, type BoardServer, type EditResult, type MessagesOfGroup } from './chat-board.js';

const away: EditResult = { waits: 15_000 };

const start = '2026-11-28T03:00:00.000Z';

/** Groups with one message each, in the place that their id begins with. */
class World {
  readonly clock: ManualClock;
  readonly edits: string[] = [];
  readonly groups = new Map<string, Pick<ExistingGroup, 'groupId' | 'status'> & { title: string; at: string }>();
  held: object | null = null;
  answer: EditResult = 'done';
  /** The chat has not yet said how it names its messages. */
  isSending = false;
  /** Groups whose stream was read. */
  readonly read: string[] = [];
  hangs = false;
  readonly board: ChatBoard;
  private listen: (view: string, id: string, row: unknown) => void = () => {};

  constructor(now = start) {
    this.clock = new ManualClock(now);
    const server = partOf<BoardServer>({
      clock: this.clock,
      logKind: 'live',
      memory: { onChange: (listener: World['listen']) => void (this.listen = listener) },
      reads: {
        endingConnections: { all: () => [].values() },
        groups: { get: (id: string) => this.groups.get(id), all: () => this.groups.values() },
        organisation: { get: () => ({ held: this.held }) },
      },
      runner: {
        readState: async (_decider: unknown, id: string) => {
          this.read.push(id);
          return this.groups.get(id);
        },
      },
      troubles: { note: () => {} },
    });
    this.board = new ChatBoard(server, (group) => this.messagesOf(group));
    this.board.start();
  }

  private messagesOf(group: ExistingGroup): MessagesOfGroup {
    if (group.title === 'broken') throw new Error('a message that can’t be made');
    if (this.isSending) return { messages: [], isSending: true };
    const messages = [
      {
        id: `message of ${group.groupId}`,
        chat: group.groupId.startsWith('telegram') ? ('telegram' as const) : ('slack' as const),
        place: group.groupId.split(' ')[0]!,
        key: group.title,
        sentAt: start,
        sentWith: 'firing',
        edit: async (signal: AbortSignal) => {
          this.edits.push(`${group.groupId}: ${group.title}`);
          if (this.hangs) await new Promise((resolve) => signal.addEventListener('abort', resolve));
          return group.groupId.startsWith('telegram') ? 'done' : this.answer;
        },
      },
    ];
    return { messages, isSending: false };
  }

  async change(groupId: string, title: string, status: ExistingGroup['status'] = 'firing', until = 'settled'): Promise<void> {
    this.groups.set(groupId, { groupId, title, status, at: this.clock.now() });
    this.listen('groups', groupId, {});
    if (until === 'settled') await this.pass(0);
    else await Promise.resolve();
  }

  async pass(seconds: number): Promise<void> {
    this.clock.moveTo(new Date(Date.parse(this.clock.now()) + seconds * 1_000).toISOString());
    // alarms that are due at once come in a microtask
    await Promise.resolve();
    await this.board.whenSettled;
  }

  async goLive(): Promise<void> {
    this.held = null;
    this.listen('organisation', '', {});
    await this.pass(0);
  }
}

describe('messages in chats', () => {
  it('are edited to the newest state, at most every 3 seconds', async () => {
    const world = new World();
    await world.change('C1 a', 'one');
    await world.change('C1 a', 'two');
    await world.change('C1 a', 'three');
    expect(world.edits).toEqual(['C1 a: one']);
    await world.pass(2);
    expect(world.edits).toHaveLength(1);
    await world.pass(1);
    expect(world.edits).toEqual(['C1 a: one', 'C1 a: three']);
  });

  it('are left alone while they say what they said when they were sent, or said last', async () => {
    const world = new World();
    await world.change('C1 a', 'firing');
    await world.change('C1 a', 'acknowledged');
    await world.change('C1 a', 'acknowledged');
    await world.pass(60);
    expect(world.edits).toEqual(['C1 a: acknowledged']);
  });

  it('of one place are edited one a second; other places don’t wait', async () => {
    const world = new World();
    await world.change('C1 a', 'x');
    await world.change('C1 b', 'x');
    await world.change('C2 c', 'x');
    expect(world.edits).toEqual(['C1 a: x', 'C2 c: x']);
    await world.pass(1);
    expect(world.edits).toEqual(['C1 a: x', 'C2 c: x', 'C1 b: x']);
  });

  it('get one edit when the chat is back, however much happened', async () => {
    const world = new World();
    world.answer = away;
    await world.change('C1 a', 'one');
    await world.pass(15);
    world.answer = 'done';
    await world.change('C1 a', 'two');
    await world.change('C1 a', 'three', 'resolved');
    world.edits.length = 0;
    await world.pass(15);
    await world.pass(60);
    expect(world.edits).toEqual(['C1 a: three']);
  });

  it('are not edited while the store is paused after a restore', async () => {
    const world = new World();
    world.held = { since: start };
    await world.change('C1 a', 'acknowledged');
    await world.pass(60);
    expect(world.edits).toEqual([]);
    await world.goLive();
    expect(world.edits).toEqual(['C1 a: acknowledged']);
  });

  it('wait all together while the chat is away, without any look at their groups', async () => {
    const world = new World();
    world.answer = away;
    for (const place of ['C2', 'C3', 'C4']) await world.change(`${place} a`, 'one');
    await world.change('C1 b', 'one');
    await world.change('C1 b', 'two', 'resolved');
    const tried = world.edits.length;
    await world.pass(14);
    expect(world.edits).toHaveLength(tried);
    expect(world.read).toEqual([]);
    await world.pass(1);
    expect(world.edits).toHaveLength(tried + 1);
  });

  it('that are being sent while their group ends are edited once they are known', async () => {
    const world = new World();
    world.isSending = true;
    await world.change('C1 a', 'firing');
    await world.change('C1 a', 'over', 'resolved');
    world.isSending = false;
    await world.pass(15);
    expect(world.edits).toEqual(['C1 a: over']);
  });

  it('of groups that ended shortly before a restart are edited after it', async () => {
    const world = new World();
    await world.change('C1 a', 'firing');
    await world.board.stop();
    await world.change('C1 a', 'over', 'resolved');
    world.board.start();
    await world.pass(1);
    expect(world.edits).toEqual(['C1 a: over']);
  });

  it('may have been edited before a restart, so that they are edited again whatever they said when they were sent', async () => {
    const first = new World();
    await first.change('C1 a', 'firing');
    expect(first.edits).toEqual([]);
    const next = new World('2026-11-28T04:00:00.000Z');
    await next.change('C1 a', 'firing');
    expect(next.edits).toEqual(['C1 a: firing']);
  });

  it('hold up no stop while the chat hangs', async () => {
    const world = new World();
    world.hangs = true;
    await world.change('C1 a', 'one', 'firing', 'started');
    await world.board.stop();
    expect(world.edits).toEqual(['C1 a: one']);
  });

  it('break no view that is being folded', async () => {
    const world = new World();
    await world.change('C1 a', 'broken');
    await world.change('C1 a', 'two');
    expect(world.edits).toEqual(['C1 a: two']);
  });

  it('are compared again after a restart', async () => {
    const world = new World();
    await world.change('C1 a', 'acknowledged');
    await world.board.stop();
    await world.change('C1 a', 'snoozed');
    world.board.start();
    await world.pass(3);
    expect(world.edits).toEqual(['C1 a: acknowledged', 'C1 a: snoozed']);
  });

  it('are changed in one chat while another is away', async () => {
    const world = new World();
    await world.change('one', 'firing');
    await world.change('telegram one', 'firing');
    world.answer = away;
    await world.change('one', 'acknowledged');
    await world.change('one', 'resolved', 'resolved');
    await world.change('telegram one', 'acknowledged');
    expect(world.edits).toEqual(['one: acknowledged', 'telegram one: acknowledged']);
    // a group whose chat is away is not read
    expect(world.read).toEqual([]);
    world.answer = 'done';
    await world.pass(20);
    expect(world.edits.at(-1)).toBe('one: resolved');
  });

  it('are left as they are a day after their group has ended: a chat that was removed keeps no list', async () => {
    const world = new World();
    world.answer = away;
    await world.change('C1 a', 'one');
    await world.change('C1 a', 'over', 'resolved');
    await world.pass(24 * 3_600 - 60);
    expect(world.read).not.toEqual([]);
    await world.pass(60);
    world.read.length = 0;
    world.edits.length = 0;
    await world.pass(60);
    await world.change('C1 a', 'later', 'resolved');
    expect([world.read, world.edits]).toEqual([[], []]);
  });
});
