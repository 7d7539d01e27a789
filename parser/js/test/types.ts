// What the declarations of types allow and refuse: it is compiled, and does not run.
import {Document, load, type Sentence, type Word} from "parser";

const nlp = await load("en", {models: new URL("https://example.org/models/")});
const document: Document = await nlp("Dogs bark.", {valid: true, lines: true, beam: 4});
const words: Word[] = document.words;
const head: number | null = words[0].head;
const text: string = words[0].misc.TokenRange + document.toConllu() + nlp.model.language + head;
const sentence: Sentence = (await nlp.conllu(text, {keepHeads: true, file: "a.conllu"})).sentences[0];
for await (const each of nlp.stream(new Blob([text]).stream())) console.log(each.root?.headWord?.form, sentence.id);
for await (const each of nlp.pipe([[["Dogs", "bark"]]], {input: "tokens"})) console.log(each.length);
// @ts-expect-error there is no such option
await nlp("x", {nonsense: true});
// @ts-expect-error a word is read
words[0].form = "cat";
// @ts-expect-error documents of tokens are no texts
nlp.pipe(["x"], {input: "tokens"});
// @ts-expect-error a sentence is an array of tokens
await nlp.tokens(["Dogs bark"]);
nlp.close();
