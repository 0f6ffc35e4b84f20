import type { Message, MessagesAnswer } from '@tocsin/contracts/alert-groups/messages.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** One server for all promises about messages: Ana and Bo are paged together, by a webhook each. */
export interface Company {
  readonly stage: Stage;
  readonly bo: Player;
}
export type Promises = Readonly<Record<string, (company: Company) => Promise<void>>>;

export const startCompany = async (): Promise<Company> => {
  const stage = await Stage.begin();
  const bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana, bo], wait: 5 }]);
  return { stage, bo };
};

/** The message log, asked as Ana. */
export const listMessages = async ({ stage }: Company, query: Readonly<Record<string, string>> = {}): Promise<readonly Message[]> => {
  await stage.settle();
  const { body } = await stage.ana.api.request<MessagesAnswer>('GET', `/api/messages?${new URLSearchParams(query).toString()}`);
  return body.messages;
};
