import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import type { Names } from '../../data/words/names.js';

/** What a change is about, by its type. */
const words: { readonly [T in BacktestChange['type']]: (data: Extract<BacktestChange, { type: T }>['data'], names: Names) => string } = {
  ChangePolicy: ({ policyId }, names) => `policy ${names.policy(policyId)}`,
  ChangeSchedule: ({ scheduleId }, names) => `schedule ${names.schedule(scheduleId)}`,
  ChangeService: ({ serviceId }, names) => `service ${names.service(serviceId)}`,
  ChangeNotificationRule: ({ personId }, names) => `notification rule of ${names.person(personId)}`,
};

export const changeWords = ({ type, data }: BacktestChange, names: Names): string => words[type](data as never, names);
