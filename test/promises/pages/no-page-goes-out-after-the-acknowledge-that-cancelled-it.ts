import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Promises } from './cast.js';

/** Attempts that were claimed on the log although their page had been cancelled or answered before. */
const findClaimsAfterEnd = (facts: readonly RecordedFact[]): readonly string[] => {
  const endedPages = new Set<string>();
  return facts.flatMap((fact) => {
    if (fact.type === 'PageCancelled' || fact.type === 'PageAnswered') endedPages.add(fact.data.pageId);
    return fact.type === 'AttemptStarted' && endedPages.has(fact.data.pageId) ? [fact.data.attemptId] : [];
  });
};

export const noPageGoesOutAfterTheAcknowledgeThatCancelledIt: Promises = {
  'however close the acknowledge and the next ring are': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.setPolicy([{ page: [ana], wait: 1 }, { page: [bo] }]);
    for (let round = 0; round < 5; round += 1) {
      const { id: groupId } = await cast.openGroup();
      // step 2 falls due while the acknowledgement is being processed: either may be first
      await Promise.all([stage.advance('PT1M'), ana.api.run('AcknowledgeAlertGroup', { groupId })]);
      await stage.settle();
      const ringsBefore = bo.phone.rings.length;
      await stage.advance('PT10M');
      expect(bo.phone.rings).toHaveLength(ringsBefore);
      const facts = await stage.getTimeline(groupId);
      expect(findClaimsAfterEnd(facts)).toEqual([]);
      const acknowledgeIndex = facts.findIndex(({ type }) => type === 'AlertGroupAcknowledged');
      const laterStarts = facts.slice(acknowledgeIndex).filter(({ type }) => type === 'EscalationStepTaken');
      expect(laterStarts).toEqual([]);
      await ana.api.run('ResolveAlertGroup', { groupId });
    }
    await cast.setPolicy();
  },
};
