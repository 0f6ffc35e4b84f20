import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Promises } from './keep.js';

/** Attempts that were claimed on the log although their page had been cancelled or answered before. */
const claimedAfterItsEnd = (facts: readonly RecordedFact[]): readonly string[] => {
  const ended = new Set<string>();
  return facts.flatMap((fact) => {
    if (fact.type === 'PageCancelled' || fact.type === 'PageAnswered') ended.add(fact.data.pageId);
    return fact.type === 'AttemptStarted' && ended.has(fact.data.pageId) ? [fact.data.attemptId] : [];
  });
};

export const noPageGoesOutAfterTheAcknowledgeThatCancelledIt: Promises = {
  'however close the acknowledge and the next ring are': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.policy([{ page: [ana], wait: 1 }, { page: [bo] }]);
    for (let round = 0; round < 5; round += 1) {
      const { id: groupId } = await cast.opens();
      // step 2 falls due while the acknowledgement is being processed: either may be first
      await Promise.all([stage.advance('PT1M'), ana.api.run('AcknowledgeAlertGroup', { groupId })]);
      await stage.settle();
      const rang = bo.phone.rings.length;
      await stage.advance('PT10M');
      expect(bo.phone.rings).toHaveLength(rang);
      const facts = await stage.timeline(groupId);
      expect(claimedAfterItsEnd(facts)).toEqual([]);
      const acknowledged = facts.findIndex(({ type }) => type === 'AlertGroupAcknowledged');
      const later = facts.slice(acknowledged).filter(({ type }) => type === 'EscalationStepTaken');
      expect(later).toEqual([]);
      await ana.api.run('ResolveAlertGroup', { groupId });
    }
    await cast.policy();
  },
};
