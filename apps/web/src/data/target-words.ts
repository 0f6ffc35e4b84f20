import type { Target } from '@tocsin/contracts/policies.js';
import type { Names } from './names.js';

/** One text for each target: two that are the same are the same thing. */
export const targetKey = (target: Target): string => {
  switch (target.kind) {
    case 'person':
      return `person ${target.personId}`;
    case 'team':
      return `team ${target.teamId}`;
    case 'schedule':
    case 'next_on_call':
      return `${target.kind} ${target.scheduleId}`;
  }
};

/** `Ana`, `Payments primary`, `next on call in Payments primary`, `everyone in Payments`; I am `you` where that is asked for. */
export const targetWords = (target: Target, names: Names, me?: string): string => {
  switch (target.kind) {
    case 'person':
      return target.personId === me ? 'you' : names.person(target.personId);
    case 'team':
      return `everyone in ${names.team(target.teamId)}`;
    case 'schedule':
      return names.schedule(target.scheduleId);
    case 'next_on_call':
      return `next on call in ${names.schedule(target.scheduleId)}`;
  }
};
