import type { SilencePreview } from '@tocsin/contracts/silences/preview.js';
import { choicesFor, coveredBy, exemptIn, type SilenceDraft } from './silence-draft.js';

const group = (groupId: string, urgency: 'high' | 'low') => ({ groupId, urgency });
const preview = { groups: 3, open: [group('h1', 'high'), group('h2', 'high'), group('l1', 'low')] } as unknown as SilencePreview;
const untouched = { left: new Set(), asked: new Set() } as unknown as SilenceDraft;

describe('the open groups that a silence would cover', () => {
  it('are left out at first where they are of high urgency', () => {
    expect([...exemptIn(preview, untouched)]).toEqual(['h1', 'h2']);
    expect(coveredBy(preview, untouched)).toBe(1);
  });

  it('stay as they were ticked, also one of high urgency that comes meanwhile', () => {
    const draft = { ...untouched, ...choicesFor(preview, new Set(['h2', 'l1'])) };
    expect([...exemptIn(preview, draft)]).toEqual(['h2', 'l1']);
    const later = { ...preview, open: [...preview.open, group('h3', 'high'), group('l2', 'low')] } as unknown as SilencePreview;
    expect([...exemptIn(later, draft)]).toEqual(['h2', 'l1', 'h3']);
  });
});
