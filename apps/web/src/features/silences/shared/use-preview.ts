import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { SilencePreview, SilencePreviewRequest } from '@tocsin/contracts/silences/preview.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

interface Asked {
  readonly teamId: string | null;
  readonly matchers: readonly LabelMatcher[];
  readonly labels?: readonly string[];
}

/** What conditions cover now, and would have covered lately; undefined while one is not named yet. */
export const usePreview = ({ teamId, matchers, labels = [] }: Asked): SilencePreview | undefined => {
  const isComplete = teamId !== '' && matchers.length > 0 && matchers.every(({ label }) => label.trim() !== '');
  const body: SilencePreviewRequest = { teamId, matchers: [...matchers], labels: [...labels] };
  const { data } = useQuery({
    queryKey: keys.silencePreview(body),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<SilencePreview>('POST', '/silences/preview', { body, signal }),
  });
  return isComplete ? data : undefined;
};
