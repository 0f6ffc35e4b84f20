import { z } from 'zod';

const text = (most: number) => z.object({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string().min(1).max(most) });

const button = z.strictObject({
  type: z.literal('button'),
  action_id: z.string().max(255),
  text: text(75),
  value: z.string().max(2_000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

/** What Block Kit takes of what Tocsin sends; anything else is refused as Slack refuses it. */
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('section'), text: text(3_000) }),
  z.strictObject({ type: z.literal('context'), elements: z.array(text(2_000)).min(1).max(10) }),
  z
    .strictObject({ type: z.literal('actions'), elements: z.array(button).min(1).max(25) })
    .refine(({ elements }) => new Set(elements.map((one) => one.action_id)).size === elements.length),
]);
const blocks = z.array(block).max(50);
type Block = z.infer<typeof block>;

/** A message as people see it. */
export interface SlackPost {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | null;
  readonly isBroadcast: boolean;
  text: string;
  blocks: readonly Block[];
  /** How often it was changed. */
  edits: number;
}

export const bodyOf = ({ blocks: all }: Pick<SlackPost, 'blocks'>): string =>
  all.flatMap((one) => (one.type === 'section' ? [one.text.text] : [])).join('\n');

export const buttonsOf = ({ blocks: all }: Pick<SlackPost, 'blocks'>) => all.flatMap((one) => (one.type === 'actions' ? one.elements : []));

/** The code of the refusal, or the blocks. */
export const readBlocks = (json: string): readonly Block[] | 'invalid_blocks' | 'msg_blocks_too_long' => {
  if (json.length > 13_200) return 'msg_blocks_too_long';
  const parsed = blocks.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : 'invalid_blocks';
};
