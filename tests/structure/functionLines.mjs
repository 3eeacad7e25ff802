// Lines of every TypeScript function that has a body of its own, as JSON: node functionLines.mjs FOLDER_OF_PACKAGE FILE...
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const [folder, list] = process.argv.slice(2)
const ts = createRequire(`${folder}/package.json`)('typescript')
const lines = []
for (const file of JSON.parse(readFileSync(list, 'utf8'))) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const lineOf = (at) => source.getLineAndCharacterOfPosition(at).line
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body && ts.isBlock(node.body)) lines.push(lineOf(node.end) - lineOf(node.getStart(source)) + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
}
process.stdout.write(JSON.stringify(lines))
