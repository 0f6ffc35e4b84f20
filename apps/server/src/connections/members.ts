import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { FindMember, FoundMember } from './find-member.js';
import { findSlackMember } from './slack-members.js';
import { findTelegramUser } from './telegram-users.js';

const finders: Readonly<Partial<Record<ContactKind, FindMember>>> = { slack: findSlackMember, telegram: findTelegramUser };

/** Whose account in a chat this is: its address, and how people know it. */
export const findMember = async (kind: ContactKind, dependencies: Parameters<FindMember>[0], id: string): Promise<FoundMember> => {
  try {
    return (await finders[kind]?.(dependencies, id)) ?? { problem: 'unknown' };
  } catch (error) {
    if (error instanceof OutgoingFailed) return { problem: 'unreachable' };
    throw error;
  }
};
