import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { SilencePreview, SilencePreviewRequest } from '@tocsin/contracts/silences/preview.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';

interface Asked {
  readonly teamId: string | null;
  readonly matchers: readonly LabelMatcher[];
  readonly labels?: readonly string[];
}

interface Preview {
  /** Undefined while a condition is not named yet. */
  readonly preview: SilencePreview | undefined;
  /** What is shown is not of these conditions yet. */
  readonly isAsked: boolean;
}

/** What conditions cover now, and would have covered lately. */
export const usePreview = ({ teamId, matchers, labels = [] }: Asked): Preview => {
  const isComplete = teamId !== '' && matchers.length > 0 && matchers.every(({ label }) => label.trim() !== '');
  const body: SilencePreviewRequest = { teamId, matchers: [...matchers], labels: [...labels] };
  const { data, isFetching, isPending, isPlaceholderData } = useQuery({
    queryKey: ['silence-preview', body],
    enabled: isComplete,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<SilencePreview>('POST', '/silences/preview', { body, signal }),
  });
  return { preview: isComplete ? data : undefined, isAsked: isComplete && isFetching && (isPending || isPlaceholderData) };
};
