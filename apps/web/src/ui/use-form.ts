import { useState, type ChangeEvent, type FormEvent } from 'react';
import type { z } from 'zod';
import { sayFieldWords } from '@tocsin/contracts/field-words.js';
import { fieldErrorsOf, wordsOf } from '../data/cache/api.js';

sayFieldWords();

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * A form over the server’s schema, so that both sides show the same errors. `shape` makes the request from the fields; `submit` may throw an
 * `ApiError`: its field errors are shown at the fields, others as `problem`.
 */
export function useForm<Values extends Record<string, unknown>, Request>({
  initial,
  schema,
  shape,
  submit,
  onEdit,
}: {
  initial: Values;
  schema: z.ZodType;
  shape: (values: Values) => Request;
  submit: (request: Request) => Promise<unknown>;
  /** Called on each change by the user: for storing unsaved changes. */
  onEdit?: (values: Values) => void;
}) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const put = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }));
    onEdit?.({ ...values, ...part });
  };
  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
    const part: Partial<Values> = {};
    part[name] = value;
    put(part);
  };

  async function onSubmit(event?: FormEvent<HTMLElement>): Promise<boolean> {
    event?.preventDefault();
    const form = event?.currentTarget;
    const request = shape(values);
    const wrong = issuesOf(schema, request);
    setErrors(wrong);
    setProblem(null);
    if (Object.keys(wrong).length > 0) {
      goToWrong(form);
      return false;
    }
    setBusy(true);
    try {
      await submit(request);
      return true;
    } catch (error) {
      const refused = fieldErrorsOf(error);
      setErrors(refused);
      if (Object.keys(refused).length === 0) setProblem(sentenceOf(error));
      goToWrong(form);
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** Value, change and error of a text field or select. */
  const field = <K extends keyof Values & string>(name: K) => ({
    name,
    value: values[name] as string | number,
    error: errors[name],
    onChange: (event: ChangeEvent<FieldElement>) => set(name, event.target.value as Values[K]),
  });

  return { values, set, put, setValues, errors, problem, isBusy, onSubmit, field };
}

interface Choosing<Values> {
  readonly values: Values;
  readonly errors: Readonly<Record<string, string>>;
  readonly put: (some: Partial<Values>) => void;
}

/** Value, choice and error of a list that can be typed into. */
export const choiceIn = <K extends string, Values extends Record<K, string>>({ values, errors, put }: Choosing<Values>, name: K) => ({
  value: values[name] as string,
  error: errors[name],
  onChoose: (value: string) => put({ [name]: value } as Partial<Values>),
});

function sentenceOf(error: unknown): string {
  const { says, todo } = wordsOf(error);
  return `${says} ${todo}`;
}

/** Focuses the first invalid field, once its error is rendered. */
const goToWrong = (form: EventTarget | null | undefined): void => {
  requestAnimationFrame(() => form instanceof HTMLElement && form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
};

function issuesOf(schema: z.ZodType, request: unknown): Record<string, string> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]));
}
