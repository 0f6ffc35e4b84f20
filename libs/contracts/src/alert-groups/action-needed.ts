import { z } from 'zod';
import { id } from '../ids.js';
import { command, event } from '../message.js';

/** Answers to “Was there anything to do?”. */
export const actionNeededAnswers = ['yes', 'no', 'skip'] as const;
export const actionNeededAnswer = z.enum(actionNeededAnswers);
export type ActionNeededAnswer = z.infer<typeof actionNeededAnswer>;

export const actionNeededEvents = {
  ActionNeededAnswered: event(
    1,
    ['alerts', 'Answered whether there was anything to do'],
    'Someone who was there answered whether the last opening of the group needed any action. Reports count their last answer.',
    z.object({ groupId: id, opening: z.number().int(), answer: actionNeededAnswer }),
  ),
};

export const actionNeededCommands = {
  AnswerActionNeeded: command(
    'Answer whether there was anything to do',
    'alert_group.act',
    z.strictObject({ groupId: id, answer: actionNeededAnswer }),
  ),
};
