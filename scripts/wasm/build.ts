/** The recipe: both builds of the crate, optimised, into one folder. Part of the sources' digest. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crate, root, sha256, sourceDigest, type BuildRecord } from './sources.ts';
import type { Toolchain } from './toolchain.ts';

/** The builds: file name, extra compiler flags, extra features of the crate. */
const builds = [
  { file: 'simd.wasm', flags: ['-Ctarget-feature=+simd128'], features: ['--features', 'simd'] },
  { file: 'scalar.wasm', flags: [], features: [] },
];

/** The glue that wasm-bindgen writes; the same for both builds. */
const glue = ['psi_wasm.js', 'psi_wasm.d.ts'];

function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  const { status } = spawnSync(command, args, { env, cwd: crate, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} failed`);
}

/**
 * One comparison of 100 slots fits into this many bytes: memory that grows in small steps makes the first run in a
 * browser a seventh slower.
 */
const INITIAL_MEMORY = 3 * 2 ** 20;

/** No path of the machine may stand in the module: where a file lay must not show, nor change the bytes. */
function flags({ sysroot, cargoHome }: Toolchain): string[] {
  const places: [string, string][] = [
    [join(cargoHome, 'registry/src'), 'crates'],
    [join(sysroot, 'lib/rustlib/src/rust'), 'rust'],
    [crate, 'psi-wasm'],
  ];
  return [
    `-Clink-arg=--initial-memory=${INITIAL_MEMORY}`,
    ...places.map(([from, to]) => `--remap-path-prefix=${from}=${to}`),
  ];
}

function compile(toolchain: Toolchain, build: (typeof builds)[number], folder: string): void {
  const env = {
    ...toolchain.env,
    CARGO_TARGET_DIR: join(crate, 'target/wasm'),
    CARGO_ENCODED_RUSTFLAGS: [...build.flags, ...flags(toolchain)].join('\x1f'),
  };
  const wasmPack = ['build', '.', '--mode', 'no-install', '--target', 'web', '--release', '--no-pack'];
  const cargo = ['--locked', ...build.features, ...toolchain.cargo];
  run('wasm-pack', [...wasmPack, '--out-dir', folder, '--', ...cargo], env);
}

function optimise(from: string, to: string): void {
  const wasmOpt = join(root, 'node_modules/binaryen/bin/wasm-opt');
  const strip = ['--strip-debug', '--strip-producers', '--strip-target-features'];
  run(process.execPath, [wasmOpt, from, '-o', to, '-Os', '--converge', ...strip]);
}

/**
 * Builds the package into `folder`: both modules, the glue, and the record.
 *
 * @throws when a step fails, or when the builds want different glue
 */
export function buildPackage(toolchain: Toolchain, folder: string): BuildRecord {
  const work = mkdtempSync(join(tmpdir(), 'waystamp-wasm-'));
  try {
    mkdirSync(folder, { recursive: true });
    const seen = new Set<string>();
    for (const build of builds) {
      const out = join(work, build.file);
      compile(toolchain, build, out);
      optimise(join(out, 'psi_wasm_bg.wasm'), join(folder, build.file));
      for (const name of glue) copyFileSync(join(out, name), join(folder, name));
      seen.add(glue.map((name) => sha256(readFileSync(join(out, name)))).join());
    }
    if (seen.size !== 1) throw new Error('the builds with and without SIMD want different glue');
    const files = [...builds.map(({ file }) => file), ...glue];
    const record: BuildRecord = {
      sources: sourceDigest(),
      tools: toolchain.tools,
      files: Object.fromEntries(files.map((file) => [file, sha256(readFileSync(join(folder, file)))])),
    };
    writeFileSync(join(folder, 'build.json'), `${JSON.stringify(record, null, 2)}\n`);
    return record;
  } finally {
    rmSync(work, { recursive: true });
  }
}
