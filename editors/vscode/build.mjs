// Bundles the extension (Node) and its web page (browser). --minify for the package, --test adds the unit tests.
import { build } from 'esbuild'
import { globSync, rmSync } from 'node:fs'

const minify = process.argv.includes('--minify')
const shared = { bundle: true, minify, sourcemap: minify ? false : 'inline', legalComments: 'none', logLevel: 'warning', target: 'es2022' }

rmSync('dist', { recursive: true, force: true })
await build({ ...shared, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', platform: 'node', format: 'cjs', external: ['vscode'] })
await build({ ...shared, entryPoints: ['src/webview/main.ts'], outfile: 'dist/webview.js', platform: 'browser', format: 'iife' })
if (process.argv.includes('--test')) {
  await build({ ...shared, entryPoints: globSync('src/**/*.test.ts'), outdir: 'dist/test', entryNames: '[name]', platform: 'node', format: 'cjs', external: ['vscode'] })
}
