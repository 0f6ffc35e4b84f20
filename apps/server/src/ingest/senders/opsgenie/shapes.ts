import { z } from 'zod';
import type { FormatAnswer } from '../../format.js';

const requestId = { took: z.number(), requestId: z.string() };

/** To the letter: clients read each of them. */
export const accepted: FormatAnswer = {
  status: 202,
  says: 'Stored on disk.',
  shape: { name: 'OpsgenieAccepted', schema: z.object({ result: z.literal('Request will be processed'), ...requestId }) },
};
/** `errors`: a text for each field. */
export const refused: FormatAnswer = {
  status: 422,
  says: 'Refused: `errors` says which field is missing. Other refusals have the same shape and their usual status.',
  shape: {
    name: 'OpsgenieRefused',
    schema: z.object({ message: z.string(), errors: z.record(z.string(), z.string()).optional(), ...requestId }),
  },
};
export const status: FormatAnswer = {
  status: 200,
  says: 'It was processed.',
  shape: {
    name: 'OpsgenieRequestStatus',
    schema: z.object({
      data: z.object({
        success: z.boolean(),
        isSuccess: z.boolean(),
        action: z.enum(['Create', 'Close', 'Acknowledge', 'Update']),
        processedAt: z.string(),
        integrationId: z.string(),
        status: z.string(),
        alertId: z.string(),
        alias: z.string(),
      }),
      ...requestId,
    }),
  },
};
export const found: FormatAnswer = {
  status: 200,
  says: 'The alert.',
  shape: {
    name: 'OpsgenieAlert',
    schema: z.object({
      data: z.object({
        id: z.string(),
        tinyId: z.string(),
        alias: z.string(),
        message: z.string().optional(),
        status: z.enum(['open', 'closed']),
        acknowledged: z.boolean(),
        createdAt: z.string(),
        updatedAt: z.string(),
        lastOccurredAt: z.string(),
        source: z.string().optional(),
        entity: z.string().optional(),
        priority: z.string().optional(),
        description: z.string().optional(),
        tags: z.array(z.string()).optional(),
        details: z.record(z.string(), z.string()).optional(),
      }),
      ...requestId,
    }),
  },
};
/** What clients read of a list; each has the fields of an alert. */
export const listed: FormatAnswer = {
  status: 200,
  says: 'The alerts.',
  shape: {
    name: 'OpsgenieAlerts',
    schema: z.object({ data: z.array(z.looseObject({ id: z.string(), alias: z.string() })), ...requestId }),
  },
};
export const counted: FormatAnswer = {
  status: 200,
  says: 'The number of alerts.',
  shape: { name: 'OpsgenieCount', schema: z.object({ data: z.object({ count: z.number() }), ...requestId }) },
};
export const emptyList: FormatAnswer = {
  status: 200,
  says: 'An empty list.',
  shape: { name: 'OpsgenieEmptyList', schema: z.object({ data: z.array(z.never()), ...requestId }) },
};
export const answers: readonly FormatAnswer[] = [accepted, refused];
