import { useEffect, useRef, useState } from 'react';
import { wordsOf } from './api.js';
import { download, save } from './download.js';

type State = 'idle' | 'recording' | { readonly bytes: number } | { readonly saved: string } | { readonly failed: string };

const wordsOfState = (state: State): { readonly says: string; readonly isFailure: boolean } => {
  if (state === 'idle') return { says: '', isFailure: false };
  if (state === 'recording') return { says: 'Recording the export…', isFailure: false };
  if ('failed' in state) return { says: state.failed, isFailure: true };
  return { says: 'saved' in state ? `Saved ${state.saved}.` : `Making the file: ${(state.bytes / 1_000).toFixed(0)} kB`, isFailure: false };
};

/** An export is recorded by a command, whose answer says which file; then it is made and saved. Ends with its dialog. */
export function useExportedFile() {
  const [state, setState] = useState<State>('idle');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const begin = async (record: () => Promise<{ readonly says: unknown }>): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setState('recording');
    try {
      const { fileId } = (await record()).says as { readonly fileId: string };
      const file = await download(`/exported-files/${fileId}`, controller.signal, ({ bytes }) => setState({ bytes }));
      save(file);
      setState({ saved: file.name });
    } catch (error) {
      setState(controller.signal.aborted ? 'idle' : { failed: Object.values(wordsOf(error)).join(' ') });
    }
  };
  return { begin, isBusy: state === 'recording' || (typeof state === 'object' && 'bytes' in state), ...wordsOfState(state) };
}
