import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import {
  outcomeOfAttempt,
  type Message,
  type MessageOutcome,
  type MessageRow,
  type MessagesAnswer,
} from '@tocsin/contracts/alert-groups/messages.js';
import { limits } from '@tocsin/contracts/limits.js';
import { searchedWords } from '@tocsin/contracts/search.js';
import type { ListQuery } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../../core/server-parts.js';
import type { Caller } from '../../http/caller.js';
import { showRowTo } from '../row-visibility.js';
import type { ViewReader } from '../view-reader.js';
import type { MessageFilter } from './messages-query.js';

/** Only attempts that have ended can be sent again. */
const hasEnded: ReadonlySet<MessageOutcome> = new Set(['sent', 'delivered', 'failed']);

export type MessageParts = Pick<ServerParts, 'reads' | 'vault'>;

/** Rows that one answer examines for a filter. */
const scanned = 2_000;
/** Minimum rows per read: the few matching ones may be far apart. */
const together = 50;

/** The part of the filter that the store applies; the rest is applied here. */
const queryOf = ({ person, group, from, to, limit }: MessageFilter): ListQuery => ({
  where: { ...(person ? { personId: person } : {}), ...(group ? { groupId: group } : {}) },
  range: { column: 'startedAt', ...(from ? { from } : {}), ...(to ? { to } : {}) },
  sort: 'startedAt',
  descending: true,
  limit: Math.min(Math.max(limit, together), limits.pageSizeMax),
});

/** Attempts of every channel, those of the newest page first. The walk is limited, and says where to continue. */
export class MessagesReader {
  constructor(
    private readonly parts: MessageParts,
    private readonly viewReader: Pick<ViewReader, 'list'>,
  ) {}

  /**
   * At least `limit` messages, if there are that many within the rows that one answer examines. Throws HttpProblem for an invalid
   * cursor.
   */
  async page(filter: MessageFilter, who: Caller): Promise<MessagesAnswer> {
    const fits = this.fitting(filter);
    const messages: Message[] = [];
    let next = filter.cursor || null;
    for (let seen = 0; seen < scanned && messages.length < filter.limit;) {
      const page = await this.rows(filter, next);
      messages.push(...(await this.messagesOf(page.rows, who)).filter(fits));
      next = page.next;
      if (next === null) break;
      seen += page.rows.length;
    }
    return { messages, next };
  }

  private async rows(filter: MessageFilter, cursor: string | null) {
    const { rows, next } = await this.viewReader.list('messages', { ...queryOf(filter), ...(cursor === null ? {} : { cursor }) });
    return { rows: rows.map(({ row }) => row), next };
  }

  private async messagesOf(rows: readonly MessageRow[], who: Caller): Promise<readonly Message[]> {
    const groups = await this.groupsOf(rows);
    return rows.flatMap((row) => {
      const group = groups.get(row.groupId);
      const shown = showRowTo(this.parts, 'messages', row, who);
      return group ? this.attemptsOf(shown, group) : [];
    });
  }

  private async groupsOf(rows: readonly MessageRow[]): Promise<ReadonlyMap<string, AlertGroupRow>> {
    const id = [...new Set(rows.map(({ groupId }) => groupId))];
    if (id.length === 0) return new Map();
    const { rows: groups } = await this.viewReader.list('alertGroups', { where: { id }, limit: id.length });
    return new Map(groups.map(({ id: groupId, row }) => [groupId, row]));
  }

  /** The attempts of a page, newest first. */
  private attemptsOf(row: MessageRow, { number, title, serviceId, teamId, status }: AlertGroupRow): readonly Message[] {
    const { id: pageId, groupId, personId, urgency, quiet, cause } = row;
    const about = { pageId, groupId, number, title, serviceId, teamId, personId, urgency, quiet, cause };
    const isOpen = status !== 'resolved' && row.state !== 'answered' && row.state !== 'cancelled';
    return row.attempts
      .map(({ slot, kind, attemptId: _attemptId, ...attempt }) => ({
        ...about,
        ...attempt,
        id: slot,
        channel: kind,
        outcome: outcomeOfAttempt[attempt.state],
        resendable: isOpen && hasEnded.has(outcomeOfAttempt[attempt.state]),
      }))
      .toReversed();
  }

  private fitting({ service, team, channel, outcome, q }: MessageFilter): (message: Message) => boolean {
    const words = searchedWords(q);
    const textOf = ({ number, title, serviceId }: Message): string =>
      `#${number} ${title} ${(serviceId && this.parts.reads.services.get(serviceId)?.name) || ''}`.toLowerCase();
    return (message) =>
      (service === undefined || message.serviceId === service) &&
      (team === undefined || message.teamId === team) &&
      channel?.includes(message.channel) !== false &&
      outcome?.includes(message.outcome) !== false &&
      words.every((word) => textOf(message).includes(word));
  }
}
