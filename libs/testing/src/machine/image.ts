import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, matchesGlob, sep } from 'node:path';
import { DockerfileParser, type From, type Instruction } from 'dockerfile-ast';

const lineOf = (instruction: Instruction): number => instruction.getRange().start.line;

/** Evaluates the Dockerfile, for machines without a container engine. */
export class Image {
  private readonly file = DockerfileParser.parse(readFileSync('Dockerfile', 'utf8'));

  /** The environment of the container’s processes. */
  get environment(): Readonly<Record<string, string>> {
    const pairs = this.file.getENVs().flatMap((env) => env.getProperties());
    return Object.fromEntries(pairs.map((pair) => [pair.getName(), pair.getValue() ?? '']));
  }

  /** The container’s command. */
  get command(): readonly string[] {
    return wordsOf(this.lastInstruction('CMD').getArgumentsContent());
  }

  /** The command of the health check. */
  get healthCheck(): readonly string[] {
    return wordsOf(/CMD\s+(\[.*\])/s.exec(this.lastInstruction('HEALTHCHECK').getArgumentsContent() ?? '')?.[1]);
  }

  /**
   * Builds in `context`, from the files that an engine would get and the installed packages, and copies the last stage’s files to
   * `to`. A result that was built here from the same files is reused.
   */
  build(context: string, to: string): void {
    giveContext(context);
    for (const built of ['dist', ...globSync('.cache/build-*.stamp')]) cpSync(built, join(context, built), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(context, 'node_modules'));
    const [source] = this.lastInstruction('COPY').getArguments();
    const runInstructions = this.instructionsOf('RUN').filter((run) => lineOf(run) < lineOf(this.stages.at(-1)!));
    for (const run of runInstructions) {
      const [program, ...args] = run.getArgumentsContent()!.split(' ');
      if (program === 'npm') continue;
      execFileSync(
        program!,
        args.map((arg) => (arg === source!.getValue() ? to : arg)),
        { cwd: context, stdio: 'pipe' },
      );
    }
  }

  private get stages(): readonly From[] {
    return this.file.getFROMs();
  }

  private instructionsOf(keyword: string): readonly Instruction[] {
    return this.file.getInstructions().filter((each) => each.getKeyword() === keyword);
  }

  private lastInstruction(keyword: string): Instruction {
    return this.instructionsOf(keyword).at(-1)!;
  }
}

const wordsOf = (list: string | null | undefined): readonly string[] => JSON.parse(list ?? '[]') as string[];

/** Copies the files that `.dockerignore` lets through: for each file, the last line that matches it or a parent folder counts. */
function giveContext(to: string): void {
  const rules = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean);
  const isMatching = (path: string, pattern: string): boolean =>
    matchesGlob(path, pattern) || (path.includes(sep) && isMatching(dirname(path), pattern));
  const isIncluded = (path: string): boolean => rules.findLast((rule) => isMatching(path, rule.replace(/^!/, '')))?.startsWith('!') ?? true;
  for (const path of globSync('**/*', { exclude: ['node_modules/**', 'tools/**', 'dist/**', '.cache/**', '.git/**'] }).concat(
    '.npmrc',
    '.swcrc',
  )) {
    if (!isIncluded(path) || !statSync(path).isFile()) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(path, join(to, path));
  }
}
