import * as movingInLimits from '@tocsin/contracts/moving-in/limits.js';
import type { PhoneNumbersAnswer, PhoneNumbersRequest } from '@tocsin/contracts/moving-in/phone-numbers.js';
import { CliRefused } from '../cli-refused.js';
import { ConfigServer } from '../config-server.js';
import { readServerAddress, sentenceOf } from '../running-server.js';
import type { Settings } from '../settings.js';
import type { OfferNumbers } from './import-organisation.js';

/** Through the running server, so many people at once. */
export const offerNumbers =
  ({ data }: Pick<Settings, 'data'>): OfferNumbers =>
  async (system, people) => {
    const server = ConfigServer.of(readServerAddress(data));
    const sum = { people: 0, unknown: 0 };
    for (let from = 0; from < people.length; from += movingInLimits.peopleOffered) {
      const some = people.slice(from, from + movingInLimits.peopleOffered);
      const request: PhoneNumbersRequest = { from: 'rescue', system, people: [...some] };
      const answer = await server.post<PhoneNumbersAnswer>('/api/moving-in/phone-numbers', 'application/json', JSON.stringify(request));
      if (answer.status !== 200) throw new CliRefused(sentenceOf(answer));
      sum.people += answer.body.people;
      sum.unknown += answer.body.unknown;
    }
    return sum;
  };
