import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { ProviderRequest } from './inbound.js';

export interface DoorAnswer {
  readonly status: 200 | 400 | 503;
  readonly contentType: string;
  readonly body: string;
}

/** Where a chat itself calls this server: for what people press below messages that carry no secret of a page. */
export interface ChatDoor {
  readonly kind: ContactKind;
  readonly path: '' | '/:connection';
  /** Null: it proves not that it is from the chat. `now`: seconds since 1970. */
  readonly take: (request: ProviderRequest, now: number) => Promise<DoorAnswer | null>;
}

/** The chat takes it as received. */
export const emptyAnswer: DoorAnswer = { status: 200, contentType: 'text/plain', body: '' };

export class ChatDoors {
  constructor(readonly all: readonly ChatDoor[]) {}
}
