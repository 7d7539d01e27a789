// expected.cjs FOLDER [TEXT]: ids of the lines of TEXT, or of sentences.json, by the Rust library huggingface/tokenizers,
// which defines tokenizer.json; where @huggingface/transformers, its translation to JavaScript, has others, these as npm.
// words has those of each word by itself.
const fs = require('fs');
const {Tokenizer} = require('@anush008/tokenizers');
(async () => {
	const {AutoTokenizer, env} = await import(require.resolve('@huggingface/transformers'));
	env.allowRemoteModels = false;
	env.localModelPath = '/';
	const npm = await AutoTokenizer.from_pretrained(require('path').resolve(process.argv[2]));
	const file = JSON.parse(fs.readFileSync(process.argv[2] + '/tokenizer.json', 'utf8'));
	const rust = Tokenizer.fromString(JSON.stringify(file));
	if (file.pre_tokenizer.type == 'ByteLevel') file.pre_tokenizer.add_prefix_space = true;
	const within = Tokenizer.fromString(JSON.stringify(file));
	const plain = {addSpecialTokens: false};
	const lines = [];
	const given = process.argv[3] || 'sentences.json';
	let texts = fs.readFileSync(given, 'utf8');
	texts = given.endsWith('.json') ? JSON.parse(texts) : texts.split('\n').filter(text => text);
	for (const text of texts) {
		const ids = (await rust.encode(text, null, plain)).getIds();
		const words = [];
		for (const word of text.split(/\p{White_Space}+/u).filter(w => w)) {
			words.push((await within.encode(word, null, plain)).getIds());
		}
		const other = npm.encode(text, {add_special_tokens: false});
		const same = JSON.stringify(ids) == JSON.stringify(other);
		lines.push(JSON.stringify({text, ids, words, ...(same ? {} : {npm: other})}));
	}
	console.log('[\n' + lines.join(',\n') + '\n]');
})();
