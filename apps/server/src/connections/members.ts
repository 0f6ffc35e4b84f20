import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { ServerParts } from '../core/server-parts.js';
import { findSlackMember } from './slack-members.js';
import { findTelegramUser } from './telegram-users.js';

interface Dependencies {
  readonly parts: Pick<ServerParts, 'clock' | 'reads' | 'vault'>;
  readonly outgoing: Pick<OutgoingHttp, 'post'>;
}

export type FoundMember = { readonly address: string; readonly label: string } | { readonly problem: 'none' | 'unknown' | 'unreachable' };
export type FindMember = (dependencies: Dependencies, id: string) => Promise<FoundMember>;

const finders: Readonly<Partial<Record<ContactKind, FindMember>>> = { slack: findSlackMember, telegram: findTelegramUser };

/** Whose account in a chat this is: its address, and how people know it. */
export const findMember = async (kind: ContactKind, dependencies: Dependencies, id: string): Promise<FoundMember> => {
  try {
    return (await finders[kind]?.(dependencies, id)) ?? { problem: 'unknown' };
  } catch (error) {
    if (error instanceof OutgoingFailed) return { problem: 'unreachable' };
    throw error;
  }
};
